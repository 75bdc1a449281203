import { Link } from 'react-router'
import { countedRows } from '../../../contract/paging.ts'
import { relativeTime } from '../../../web/howLong.ts'
import { Empty, Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { useBilingual } from '../../../web/words.ts'
import { useWorkQuery } from './useWork.ts'
import { useWorkQueueWords } from './words.ts'
import './WorkList.css'

/** List of what waits for the reader, each kind with its number, its age and the way to it. */
export function WorkList({ onGo }: { onGo?: () => void }) {
  const say = useWorkQueueWords()
  const either = useBilingual()
  return (
    <Loaded
      query={useWorkQuery()}
      isEmpty={(work) => work.length === 0}
      empty={<Empty title={say('nothing')} />}
      skeleton={<Skeleton lines={4} />}
    >
      {(work) => (
        <ul className="work-list k-list">
          {work.map(({ code, name, count, since, overdueDays, address }) => (
            <li key={code}>
              <Link to={address} onClick={onGo}>
                <span className="work-name">{either(name.zh, name.en)}</span>
                <strong>{count >= countedRows ? `${countedRows}+` : count}</strong>
                {since && (
                  <small className="k-full k-muted">
                    {overdueDays > 0 && (
                      <span className="k-tag bad">{say('overdue', { days: overdueDays })}</span>
                    )}{' '}
                    {say('since', { time: relativeTime(since) })}
                  </small>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
