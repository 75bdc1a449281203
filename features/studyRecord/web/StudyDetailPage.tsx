import Progress from 'antd/es/progress'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { dateTime, hours } from '../../../web/format.ts'
import { duration } from '../../../web/howLong.ts'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { only } from '../../../web/shell/control/chosen.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { LoadedSubject } from '../../../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../../../web/shell/form/SubjectPage.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { enrolmentCalls, type PortfolioRow } from '../../enrolment/contract.ts'
import { useRequirements } from '../../enrolment/web/requirements.ts'
import { useAccount } from '../../session/web/account.ts'
import { captureCalls } from '../../study/capture/contract.ts'
import { CaptureTable } from '../../study/capture/web/CaptureTable.tsx'
import { useReveal } from '../../student/reveal/web/Reveal.tsx'
import { studyRecordCalls } from '../contract.ts'
import { Answer } from './Answer.tsx'
import { useDetailWords } from './detailWords.ts'
import { type Action, actionsFor, permissionOf } from './enrolmentActions.ts'
import { EnrolmentAction } from './EnrolmentAction.tsx'
import { EnrolmentStatusTag } from './EnrolmentStatusTag.tsx'
import { studentDetailPath } from './PortfolioTable.tsx'
import './StudyDetail.css'
import { AttemptTable, ItemTable, LeaseTable, RefusalTable } from './StudyTables.tsx'
import { useStudyRecordWords } from './words.ts'

const tables = {
  items: { call: studyRecordCalls.queryPageList, Table: ItemTable },
  refusals: { call: studyRecordCalls.findRefusalList, Table: RefusalTable },
  leases: { call: studyRecordCalls.findLeaseList, Table: LeaseTable },
  captures: { call: captureCalls.findResourceCaptureList, Table: CaptureTable },
  attempts: { call: studyRecordCalls.findAttemptList, Table: AttemptTable },
}

/** /train-manage/study-report/study-detail: one enrolment to the second. */
export default function StudyDetailPage() {
  const [{ enrolmentId }] = useUrlState()
  const query = useCall(
    enrolmentCalls.findPortfolioPage,
    { enrolmentId: enrolmentId!, limit: 1 },
    { enabled: enrolmentId !== undefined },
  )
  return (
    <LoadedSubject
      list="/train-manage/study-report"
      query={query}
      skeleton={<Skeleton lines={8} />}
      isEmpty={({ list }) => list.length === 0}
    >
      {({ list: [row] }) => <Enrolment key={row!.id} row={row!} />}
    </LoadedSubject>
  )
}

function Enrolment({ row }: { row: PortfolioRow }) {
  const say = useDetailWords()
  const sayReport = useStudyRecordWords()
  const nameOf = useClassTypeName()
  const requirements = useRequirements()
  const navigate = useViewNavigate()
  const held = useAccount()?.menus
  const mayLearner = useMay('/student-manage/student')
  const mayClass = useMay('/train-manage/class')
  const { showReport, report } = useBatchReport()
  const [doing, setDoing] = useState<Action | null>(null)
  const numbers = useReveal(row.accountId, { card: row.cardMask, mobile: row.mobileMask })
  const explained = useCall(studyRecordCalls.explain, { enrolmentId: row.id }).data
  const percent = Math.floor(row.progress / 100)
  const name = `${row.realName} · ${row.className}`
  const facts = {
    idNumber: numbers.card,
    mobile: numbers.mobile,
    unit: row.unitName,
    hours: hours(row.hoursTenths),
    requirements: requirements.met(row),
    watched: duration(row.watchedSeconds),
    examScore: row.examScore,
    source: sayReport(row.source),
    joined: dateTime(row.createdAt),
    studyUntil: row.expiresAt ? dateTime(row.expiresAt) : say('noLimit'),
    passedAt: row.passedAt && dateTime(row.passedAt),
    passReason: row.passReason,
  }
  return (
    <>
      <SubjectPage
        name={name}
        tags={<EnrolmentStatusTag status={row.status} />}
        line={
          <>
            {mayLearner ? (
              <Link to={`/student-manage/student-detail?accountId=${row.accountId}`}>{row.realName}</Link>
            ) : (
              row.realName
            )}
            {' / '}
            {mayClass ? (
              <Link to={`/train-manage/train-class-detail?id=${row.classId}`}>{row.className}</Link>
            ) : (
              row.className
            )}
            {` · ${nameOf(row.classType)} · ${row.year}`}
          </>
        }
        facts={Object.entries(facts).map(([key, value]) => ({
          label: say(key as keyof typeof facts),
          value,
        }))}
        actions={[
          {
            key: 'yearReport',
            label: sayReport('yearReport'),
            onClick: () => navigate(studentDetailPath(row.accountId, row.year)),
          },
          ...actionsFor(row)
            .filter((action) => held?.has(permissionOf[action]))
            .map((action) => ({
              key: action,
              label: sayReport(action),
              danger: action === 'remove' || action === 'refund',
              onClick: () => setDoing(action),
            })),
        ]}
        tabs={Object.entries(tables).map(([key, { call, Table }]) => ({
          key,
          label: say(key as keyof typeof tables),
          count: { call, input: { enrolmentId: row.id } },
          children: (
            <>
              {key === 'items' && (
                <>
                  <Progress
                    percent={percent}
                    status={percent === 100 ? 'success' : 'normal'}
                    aria-label={sayReport('progressOf', { name: row.realName, percent })}
                  />
                  {explained && (
                    <div className="study-detail-why">
                      <Answer className={row.className} explained={explained} />
                    </div>
                  )}
                </>
              )}
              <Table enrolmentId={row.id} of={row} />
            </>
          ),
        }))}
      />
      {numbers.dialog}
      {report}
      {doing && (
        <EnrolmentAction
          action={doing}
          selected={only(row.id)}
          name={name}
          onClose={() => setDoing(null)}
          onResult={showReport}
        />
      )}
    </>
  )
}
