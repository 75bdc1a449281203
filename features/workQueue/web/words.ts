import { words } from '../../../web/words.ts'

export const useWorkQueueWords = words(
  'workQueue',
  {
    nothing: '没有待办事项',
    since: '最早 {time}',
    overdue: '已等待 {days} 天',
    bell: '待办与消息',
    bellCounts: '待办 {waiting} 项，未读消息 {unread} 条',
    counted: '{name} {count}',
    claimed: '正在由{name}处理',
    previous: '上一条',
    next: '下一条',
    place: '{n} / {count}',
  },
  {
    nothing: 'Nothing to do',
    since: 'oldest {time}',
    overdue: 'Waiting {days} {days|day|days}',
    bell: 'To do and messages',
    bellCounts: '{waiting} to do, {unread} unread {unread|message|messages}',
    counted: '{name} {count}',
    claimed: '{name} is working on this',
    previous: 'Previous',
    next: 'Next',
    place: '{n} of {count}',
  },
)
