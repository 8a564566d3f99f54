"""Simplified Chinese, for the hosts of a larger hall."""

WORDS = {
    "Address": "地址",
    "Clock accuracy": "时钟误差",
    "Host": "主机",
    "Hosts": "主机",
    "Conflicts": "分歧",
    "Conflicts to resolve: {}": "待处理的分歧：{}",
    "Waiting for unreachable hosts": "等待已断开主机的操作",
    "No conflicts.": "没有分歧。",
    "Desk records this host has not yet received: {}": "赛务台的记录还有{}条未送达。",
    "Cancel everything waiting for {}": "取消等待{}执行的所有操作",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "这台电脑没有显示其他主机。要显示多台主机，请用每台主机的代码和地址启动赛务台（tenbo desk --follow CODE@ADDRESS:PORT）。",
    "Use this version": "使用此版本",
    "Which host has the right version?": "哪台主机的版本正确？",
    "show a name": "姓名显示",
    "done at the host": "已执行",
    "started at the host, no answer yet": "已开始执行，尚无响应",
    "no contact": "无法连接",
    "start its game": "对局开始",
    "end its game": "对局结束",
    "not connected yet": "尚未连接",
    "waiting until {}": "等到{}",
    "version chosen": "采用的版本",
}
