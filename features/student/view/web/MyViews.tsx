import { useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { Pager } from '../../../../web/kit/Pager.tsx'
import { viewCalls } from '../contract.ts'
import './View.css'
import { useViewWords } from './words.ts'

const limit = 5

/** List of the staff who looked at one's pages, when and why. */
export function MyViews() {
  const say = useViewWords()
  const [page, setPage] = useState(1)
  const query = useCall(viewCalls.findMyViewList, { page, limit }, { keep: true })
  return (
    <section className="k-card roomy k-stack k-gap-4">
      <h2>{say('mine')}</h2>
      <p className="k-muted k-small">{say('mineHint')}</p>
      <Loaded query={query} skeleton={<Skeleton lines={2} />}>
        {({ list, total }) =>
          total === 0 ? (
            <p>{say('none')}</p>
          ) : (
            <>
              <ul className="view-lines k-list">
                {list.map((view) => (
                  <li key={view.id}>
                    <div>{say('line', { name: view.viewerName })}</div>
                    <div className="k-muted k-small">
                      {dateTime(view.at)} ·{' '}
                      {view.endedAt ? say('ended', { time: dateTime(view.endedAt) }) : say('lapsed')}
                    </div>
                    <div>{view.reason}</div>
                  </li>
                ))}
              </ul>
              <Pager page={page} limit={limit} total={total} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
