import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { dateTime, hours } from '../../../web/format.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { FactTable } from '../../../web/shell/control/FactTable.tsx'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useBilingual } from '../../../web/words.ts'
import { type Push, pushCalls, type PushTry } from '../contract.ts'
import { eventNames } from '../rules.ts'
import { useCauseText } from './causeText.ts'
import { PushStatusTag } from './PushStatusTag.tsx'
import { usePushWords } from './words.ts'

/** One push: what it is about, and each try with what the receiver said. */
export default function PushDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const say = usePushWords()
  const query = useCall(pushCalls.get, { id }, { staleTime: 0 })
  const name = query.data?.push.realName
  return (
    <OfficeDrawer
      open
      onClose={onClose}
      size={dialogWidths.wide}
      title={name ? say('detailsOf', { name }) : say('details')}
    >
      <Loaded query={query}>
        {({ push, tries }) => (
          <div className="k-stack k-gap-4">
            <Facts push={push} />
            <section className="k-stack" aria-label={say('tries')}>
              <h3>{say('tries')}</h3>
              {tries.length === 0 && <p className="k-muted">{say('noTries')}</p>}
              <ol className="k-list k-stack k-gap-3">
                {tries.map((each) => (
                  <Try key={each.number} tried={each} />
                ))}
              </ol>
            </section>
          </div>
        )}
      </Loaded>
    </OfficeDrawer>
  )
}

function Facts({ push }: { push: Push }) {
  const say = usePushWords()
  const pick = useBilingual()
  const causeText = useCauseText()
  const mayLearners = useMay('/student-manage/student')
  const { status, event, realName, accountId, unitName, title, year, hoursTenths, createdAt, dueAt } = push
  const { zh, en } = eventNames[event]
  return (
    <FactTable
      facts={[
        [
          say('status'),
          <>
            <PushStatusTag status={status} /> {causeText({ cause: push.cause, status: push.httpStatus })}
          </>,
        ],
        [say('event'), pick(zh, en)],
        [
          say('learner'),
          mayLearners ? (
            <Link to={`/student-manage/student-detail?accountId=${accountId}`}>{realName}</Link>
          ) : (
            realName
          ),
        ],
        [say('unit'), unitName],
        [say('class'), title],
        [say('year'), year],
        [say('hours'), hours(hoursTenths)],
        [say('created'), dateTime(createdAt)],
        [say('dueAt'), dueAt && dateTime(dueAt)],
        [say('pushKey'), <CopyText key="key" text={push.id} name={say('pushKey')} />],
      ]}
    />
  )
}

function Try({ tried }: { tried: PushTry }) {
  const say = usePushWords()
  const causeText = useCauseText()
  const { number, triedAt, status, cause, ms, excerpt } = tried
  return (
    <li className="k-box push-try k-stack k-gap-1">
      <div className="k-cluster k-gap-2">
        <strong>{say('attemptNumber', { number })}</strong>
        <When at={triedAt} />
        <span className="k-muted">{say('millis', { ms })}</span>
        <Tag color={cause === null ? 'green' : 'red'}>{say(cause === null ? 'taken' : 'notTaken')}</Tag>
      </div>
      <div>{cause === null ? say('httpStatus', { status: status! }) : causeText({ cause, status })}</div>
      {excerpt && (
        <div className="k-small push-answer">
          <span className="k-muted">{say('answerText')}</span> <code>{excerpt}</code>
        </div>
      )}
    </li>
  )
}
