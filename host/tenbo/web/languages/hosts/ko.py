"""Korean, for the hosts of a larger hall."""

WORDS = {
    "Address": "주소",
    "Clock accuracy": "시계 오차",
    "Host": "호스트",
    "Hosts": "호스트",
    "Conflicts": "불일치",
    "Conflicts to resolve: {}": "결정할 불일치: {}",
    "Waiting for unreachable hosts": "연결되지 않은 호스트의 대기 작업",
    "No conflicts.": "불일치가 없습니다.",
    "Desk records this host has not yet received: {}": "운영 기록 가운데 {}건이 아직 도착하지 않았습니다.",
    "Cancel everything waiting for {}": "{}: 대기 중인 작업 모두 취소",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "이 컴퓨터는 다른 호스트를 표시하지 않습니다. 여러 호스트를 표시하려면 호스트마다 코드와 주소를 지정해 운영 화면을 시작하세요(tenbo desk --follow CODE@ADDRESS:PORT).",
    "Use this version": "이 내용 쓰기",
    "Which host has the right version?": "어느 호스트의 기록이 맞나요?",
    "show a name": "이름 표시",
    "done at the host": "실행됨",
    "started at the host, no answer yet": "시작됨, 아직 응답 없음",
    "no contact": "연결되지 않음",
    "start its game": "대국 시작",
    "end its game": "대국 종료",
    "not connected yet": "아직 연결되지 않음",
    "waiting until {}": "{}까지 대기",
    "version chosen": "고른 내용",
}
