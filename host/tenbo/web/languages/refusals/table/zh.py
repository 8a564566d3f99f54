"""Simplified Chinese, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "{port}的牌桌属于某个会场：请指定该会场的数据库（--store），或释放牌桌（BACK、离开会场、四人按 OK）",
    "points_do_not_add_up": "点数合计不符：请报告",
    "display_not_answered": "没有收到牌桌传来的{seat}显示画面",
    "display_answer_unusable": "牌桌没有传来可供{seat}显示的内容",
    "totals_do_not_add_up": "对局合计不符：请报告",
    "no_such_port": "没有端口{port}：请接上牌桌，或指定别的端口",
    "session_time_missing": "此规则没有规定时间：请填写至少1分钟",
    "winner_liable_for_own_hand": "和牌者不能为自己的和牌包牌",
    "port_not_opened": "无法打开{port}（{text}）：它是串行端口吗？",
    "port_gone": "{port}已不存在：{error}",
    "port_in_use": "{port}正被占用：请关闭使用它的其他程序",
    "port_forbidden": "没有使用{port}的权限：请用 tenbo doctor 检查",
    "integer_0_not": "{at}须为不小于0的整数，不能是{value}",
}
