import { words } from '../../../web/words.ts'

/** Words of the bell, which every page of a learner begins with. */
export const useBellWords = words(
  'bell',
  {
    unreadCount: '消息，{count} 条未读',
  },
  {
    unreadCount: 'Messages, {count} unread',
  },
)
