"""Korean, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "{port}의 탁은 어느 행사장의 것입니다. 그 행사장의 데이터베이스를 지정하거나(--store) 탁을 푸세요(BACK, ‘행사장 떠나기’, 네 명의 OK)",
    "points_do_not_add_up": "점수의 합계가 맞지 않습니다. 개발자에게 알려 주세요",
    "display_not_answered": "탁에서 {seat}의 디스플레이 화면이 오지 않았습니다",
    "display_answer_unusable": "탁에서 {seat}에 표시할 내용이 오지 않았습니다",
    "totals_do_not_add_up": "대국의 합계가 맞지 않습니다. 개발자에게 알려 주세요",
    "no_such_port": "{port} 포트가 없습니다. 탁을 연결하거나 다른 포트를 지정하세요",
    "session_time_missing": "이 룰에는 시간이 정해져 있지 않습니다. 시간을 1분 이상으로 입력하세요",
    "winner_liable_for_own_hand": "화료자는 자신의 화료를 책임지불할 수 없습니다",
    "port_not_opened": "{port}: 열 수 없습니다({text}). 직렬 포트가 맞나요?",
    "port_gone": "{port} 포트가 사라졌습니다: {error}",
    "port_in_use": "{port}: 사용 중입니다. 쓰고 있는 다른 프로그램을 닫으세요",
    "port_forbidden": "{port}: 쓸 권한이 없습니다. tenbo doctor로 점검하세요",
    "integer_0_not": "{at}: 0 이상의 정수여야 합니다(입력값: {value})",
}
