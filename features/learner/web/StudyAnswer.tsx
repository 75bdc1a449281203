import Card from 'antd/es/card'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { clock, dateTime } from '../../../web/format.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useNarrow } from '../../../web/shell/view/narrow.ts'
import { useStateName } from '../../../web/words.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { passableStatuses } from '../../correction/rules.ts'
import type { PortfolioRow } from '../../enrolment/contract.ts'
import { attemptLifecycle } from '../../exam/attempt/rules.ts'
import { captureCalls } from '../../study/capture/contract.ts'
import { captureLifecycle } from '../../study/capture/rules.ts'
import { type AskedPin, pinCalls } from '../../study/pin/contract.ts'
import { useRefusalWords } from '../../study/web/refusalWords.ts'
import { studyRecordCalls } from '../../studyRecord/contract.ts'
import { Answer } from '../../studyRecord/web/Answer.tsx'
import { deviceOf } from '../../studyRecord/web/device.ts'
import { EnrolmentStatusTag } from '../../studyRecord/web/EnrolmentStatusTag.tsx'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { useSupportCaseWords } from '../../supportCase/web/words.ts'
import { useQueryWords } from './queryWords.ts'

const CorrectionDrawer = dialogPart(() => import('../../correction/web/CorrectionDrawer.tsx'))
const RegisterDialog = dialogPart(() => import('../../supportCase/web/RegisterDialog.tsx'))

/** Lines of a part that are shown at once; the study details have all. */
const shown = 5
/** Questions that are shown, those that hold the learner up first: no other page has them. */
const shownPins = 20

/** The answer for a caller about one class: the sentence, and beneath it what it rests on. */
export function StudyAnswer({ row, onBack }: { row: PortfolioRow; onBack: () => void }) {
  const say = useQueryWords()
  const sayIssue = useSupportCaseWords()
  const isNarrow = useNarrow()
  const mayPropose = useMay(correctionCalls.propose)
  const mayRegister = useMay(supportCaseCalls.register)
  const mayDetail = useMay('/train-manage/study-report')
  const [opened, setOpened] = useState<'propose' | 'register' | null>(null)
  const explained = useCall(studyRecordCalls.explain, { enrolmentId: row.id })
  const learner = { accountId: row.accountId, name: row.realName }
  const about = passableStatuses.includes(row.status)
    ? ({ ...learner, kind: 'pass', enrolmentId: row.id } as const)
    : learner
  const close = () => setOpened(null)
  return (
    <div className="k-stack k-gap-4">
      {isNarrow && (
        <div>
          <Button onClick={onBack}>{say('back')}</Button>
        </div>
      )}
      <Card size="small">
        <h2 className="study-query-name k-cluster k-gap-2">
          {row.realName} · {row.className} <EnrolmentStatusTag status={row.status} />
        </h2>
        <div className="study-query-percent">{Math.floor(row.progress / 100)}%</div>
        <Loaded query={explained} skeleton={<Skeleton lines={2} />}>
          {(found) => <Answer className={row.className} explained={found} />}
        </Loaded>
        <div className="k-cluster k-gap-2">
          {mayPropose && (
            <Button type="primary" onClick={() => setOpened('propose')}>
              {say('propose')}
            </Button>
          )}
          {mayRegister && <Button onClick={() => setOpened('register')}>{sayIssue('register')}</Button>}
          {mayDetail && <Link to={detailOf(row.id)}>{say('detail')}</Link>}
        </div>
      </Card>
      <div className="study-query-parts">
        <Refused enrolmentId={row.id} />
        <Missing enrolmentId={row.id} />
        <Pins enrolmentId={row.id} />
        <Checks enrolmentId={row.id} />
        <Devices enrolmentId={row.id} />
        <Attempts enrolmentId={row.id} />
      </div>
      {opened === 'propose' && <CorrectionDrawer learner={about} onClose={close} />}
      {opened === 'register' && <RegisterDialog learner={learner} onClose={close} />}
    </div>
  )
}

const detailOf = (enrolmentId: string, tab = 'items') =>
  `/train-manage/study-report/study-detail?enrolmentId=${enrolmentId}${tab === 'items' ? '' : `&tab=${tab}`}`

interface Line {
  key: string
  what: ReactNode
  when: ReactNode
}

/** A list of an enrolment in short: its first lines, with the way to all of them for who may open the details. */
function Part({
  title,
  none,
  lines,
  total,
  to,
}: {
  title: string
  none: string
  lines: readonly Line[]
  total: number
  /** The page that has all of them. */
  to?: string
}) {
  const say = useQueryWords()
  const mayDetail = useMay('/train-manage/study-report')
  return (
    <Card
      size="small"
      title={title}
      extra={to && total > lines.length && mayDetail && <Link to={to}>{say('allOf', { count: total })}</Link>}
    >
      {lines.length === 0 ? (
        none
      ) : (
        <ul className="desk-list k-stack k-list">
          {lines.map(({ key, what, when }) => (
            <li key={key} className="study-query-line">
              <span>{what}</span>
              <span className="learner-line">{when}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface Of {
  enrolmentId: string
}

function Refused({ enrolmentId }: Of) {
  const say = useQueryWords()
  const sayReason = useRefusalWords()
  const query = useCall(studyRecordCalls.findRefusalList, { enrolmentId, limit: shown })
  return (
    <Loaded query={query}>
      {({ list, total }) => (
        <Part
          title={say('refused')}
          none={say('refusedNone')}
          total={total}
          to={detailOf(enrolmentId, 'refusals')}
          lines={list.map(({ id, title, from, to, reason, times, lastAt }) => ({
            key: id,
            what: say('refusedLine', { title, from: clock(from), to: clock(to), reason: sayReason(reason) }),
            when: say('refusedTimes', { times, at: dateTime(lastAt) }),
          }))}
        />
      )}
    </Loaded>
  )
}

function Missing({ enrolmentId }: Of) {
  const say = useQueryWords()
  const query = useCall(studyRecordCalls.queryPageList, { enrolmentId, missing: true, limit: shown })
  return (
    <Loaded query={query}>
      {({ list, total }) => (
        <Part
          title={say('missing')}
          none={say('missingNone')}
          total={total}
          to={detailOf(enrolmentId)}
          lines={list.map(({ itemId, title, watchedSeconds, durationSeconds }) => ({
            key: itemId,
            what: title,
            when: `${clock(watchedSeconds)} / ${clock(durationSeconds)}`,
          }))}
        />
      )}
    </Loaded>
  )
}

const pinState = ({ tries, passedAt, isReached }: AskedPin) =>
  passedAt ? 'pinPassed' : tries > 0 ? 'pinFailed' : isReached ? 'pinWaits' : 'pinAhead'

function Pins({ enrolmentId }: Of) {
  const say = useQueryWords()
  const query = useCall(pinCalls.findPinList, { enrolmentId, limit: shownPins })
  return (
    <Loaded query={query}>
      {({ list, total }) => (
        <Part
          title={say('pins')}
          none={say('pinsNone')}
          total={total}
          lines={list.map((pin) => ({
            key: `${pin.itemId} ${pin.questionId}`,
            what: say('pinLine', { title: pin.title, at: clock(pin.atSecond), stem: pin.stem }),
            when: [
              say(pinState(pin)),
              ...(pin.tries > 0 ? [say('pinTries', { count: pin.tries })] : []),
              ...(pin.answeredAt ? [dateTime(pin.answeredAt)] : []),
            ].join(' · '),
          }))}
        />
      )}
    </Loaded>
  )
}

function Checks({ enrolmentId }: Of) {
  const say = useQueryWords()
  const stateName = useStateName(captureLifecycle)
  const query = useCall(captureCalls.findResourceCaptureList, { enrolmentId, limit: shown })
  return (
    <Loaded query={query}>
      {({ list, total }) => (
        <Part
          title={say('checks')}
          none={say('checksNone')}
          total={total}
          to={detailOf(enrolmentId, 'captures')}
          lines={list.map(({ id, title, at, state, toldAt }) => ({
            key: id,
            what: say('checkLine', { title, at: clock(at), state: stateName(state) }),
            when: dateTime(toldAt),
          }))}
        />
      )}
    </Loaded>
  )
}

function Devices({ enrolmentId }: Of) {
  const say = useQueryWords()
  const query = useCall(studyRecordCalls.findLeaseList, { enrolmentId, limit: shown })
  return (
    <Loaded query={query}>
      {({ list, total }) => (
        <Part
          title={say('devices')}
          none={say('devicesNone')}
          total={total}
          to={detailOf(enrolmentId, 'leases')}
          lines={list.map(({ id, agent, ip, acceptedSeconds, openedAt }) => ({
            key: id,
            what: say('deviceLine', { device: deviceOf(agent), ip }),
            when: say('deviceTime', { time: clock(acceptedSeconds), at: dateTime(openedAt) }),
          }))}
        />
      )}
    </Loaded>
  )
}

function Attempts({ enrolmentId }: Of) {
  const say = useQueryWords()
  const stateName = useStateName(attemptLifecycle)
  const query = useCall(studyRecordCalls.findAttemptList, { enrolmentId, limit: shown })
  return (
    <Loaded query={query}>
      {({ list, total }) => (
        <Part
          title={say('attempts')}
          none={say('attemptsNone')}
          total={total}
          to={detailOf(enrolmentId, 'attempts')}
          lines={list.map(({ id, examName, number, status, score, total: all, startedAt }) => ({
            key: id,
            what: say('attemptLine', { name: examName, number }),
            when: `${score === null ? stateName(status) : `${score} / ${all}`} · ${dateTime(startedAt)}`,
          }))}
        />
      )}
    </Loaded>
  )
}
