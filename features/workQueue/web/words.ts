import { words } from '../../../web/words.ts'

export const useWorkQueueWords = words(
  'workQueue',
  {
    nothing: '没有待办事项',
    since: '最早 {time}',
    bell: '待办与消息',
    bellCounts: '待办 {waiting} 项，未读消息 {unread} 条',
    counted: '{name} {count}',
  },
  {
    nothing: 'Nothing to do',
    since: 'oldest {time}',
    bell: 'To do and messages',
    bellCounts: '{waiting} to do, {unread} unread {unread|message|messages}',
    counted: '{name} {count}',
  },
)
