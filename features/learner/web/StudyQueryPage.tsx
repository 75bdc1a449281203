import Card from 'antd/es/card'
import Input from 'antd/es/input'
import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { enrolmentCalls, type PortfolioRow } from '../../enrolment/contract.ts'
import { EnrolmentStatusTag } from '../../studyRecord/web/EnrolmentStatusTag.tsx'
import { useQueryWords } from './queryWords.ts'
import { StudyAnswer } from './StudyAnswer.tsx'
import './StudyQuery.css'

/** Rows that are looked through while somebody is on the telephone. */
const limit = 20

/** /customer/study-report: the caller's classes by a name or number, and why a percent is what it is, on one screen. */
export default function StudyQueryPage() {
  const [{ enrolmentId }, change] = useUrlState()
  return (
    <div className={`study-query${enrolmentId ? ' has-chosen' : ''}`}>
      <FoundList enrolmentId={enrolmentId} onChoose={(chosen) => change({ enrolmentId: chosen }, 'push')} />
      {enrolmentId && (
        <Chosen
          key={enrolmentId}
          enrolmentId={enrolmentId}
          onBack={() => change({ enrolmentId: null }, 'push')}
        />
      )}
    </div>
  )
}

function FoundList({
  enrolmentId,
  onChoose,
}: {
  enrolmentId: string | undefined
  onChoose: (enrolmentId: string) => void
}) {
  const say = useQueryWords()
  const allowClear = useAllowClear()
  const [text, setText] = useState('')
  const keyword = usePaused(text).trim()
  const query = useCall(
    enrolmentCalls.findPortfolioPage,
    { keyword, limit },
    { enabled: keyword !== '', keep: true },
  )
  return (
    <Card size="small">
      <div className="k-stack k-gap-2">
        <Input
          allowClear={allowClear}
          maxLength={40}
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder={say('search')}
          aria-label={say('search')}
        />
        <span className="learner-line">{say('searchHint')}</span>
        {keyword === '' ? (
          <Empty title={say('begin')} />
        ) : (
          <Loaded
            query={query}
            isEmpty={({ list }) => list.length === 0}
            empty={<Empty title={say('none')} />}
          >
            {({ list, total }) => (
              <>
                <span className="learner-line" role="status">
                  {say('found', { count: total })}
                </span>
                <ul className="study-query-found k-list">
                  {list.map((row) => (
                    <li key={row.id}>
                      <FoundOne
                        row={row}
                        isChosen={row.id === enrolmentId}
                        onChoose={() => onChoose(row.id)}
                      />
                    </li>
                  ))}
                </ul>
                {total > list.length && (
                  <span className="learner-line">{say('more', { count: total - list.length })}</span>
                )}
              </>
            )}
          </Loaded>
        )}
      </div>
    </Card>
  )
}

function FoundOne({
  row,
  isChosen,
  onChoose,
}: {
  row: PortfolioRow
  isChosen: boolean
  onChoose: () => void
}) {
  const who = [row.cardMask ?? row.mobileMask, row.unitName].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className="study-query-one k-bare"
      {...(isChosen && { 'aria-current': 'true' })}
      onClick={onChoose}
    >
      <span className="study-query-line">
        <b>{row.realName}</b>
        <span>{Math.floor(row.progress / 100)}%</span>
      </span>
      <span className="study-query-line">
        <span>{row.className}</span>
        <EnrolmentStatusTag status={row.status} />
      </span>
      <span className="learner-line">{who}</span>
    </button>
  )
}

function Chosen({ enrolmentId, onBack }: { enrolmentId: string; onBack: () => void }) {
  const query = useCall(enrolmentCalls.findPortfolioPage, { enrolmentId, limit: 1 })
  return (
    <Loaded query={query} isEmpty={({ list }) => list.length === 0}>
      {({ list: [row] }) => <StudyAnswer row={row!} onBack={onBack} />}
    </Loaded>
  )
}
