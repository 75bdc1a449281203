import { Link } from 'react-router'
import { useBellWords } from './bellWords.ts'
import './Message.css'
import { badgeOf, useUnread } from './useUnread.ts'

/** The bell of a learner's top bar: the count of what is unread, and the way to it. */
export function MessageBell() {
  const say = useBellWords()
  const count = useUnread()
  return (
    <Link
      className="k-button quiet message-bell"
      to="/my?tab=messages"
      aria-label={count > 0 ? say('unreadCount', { count: badgeOf(count) }) : say('messages')}
    >
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M6 16V10a6 6 0 1 1 12 0v6l2 2H4zM10 21h4" />
      </svg>
      {count > 0 && <span className="message-bell-count">{badgeOf(count)}</span>}
    </Link>
  )
}
