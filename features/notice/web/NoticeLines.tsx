import { Link } from 'react-router'
import { date } from '../../../web/format.ts'
import type { ShownNotice } from '../contract.ts'
import { noticePath } from '../rules.ts'
import './Notice.css'
import { useNoticeReaderWords } from './readerWords.ts'

/** Notices in a list, each with its day and what is new to its reader. */
export function NoticeLines({ notices }: { notices: readonly ShownNotice[] }) {
  const say = useNoticeReaderWords()
  return (
    <ul className="notice-lines k-list">
      {notices.map(({ id, title, pinned, publishedAt, isUnread }) => (
        <li key={id} className="k-row k-gap-3">
          <Link className={isUnread ? 'notice-title unread' : 'notice-title'} to={noticePath(id)}>
            {title}
          </Link>
          {pinned && <span className="k-tag">{say('pinned')}</span>}
          {isUnread && <span className="k-tag warn">{say('unread')}</span>}
          <time className="notice-day k-muted k-small k-numbers" dateTime={publishedAt}>
            {date(publishedAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}
