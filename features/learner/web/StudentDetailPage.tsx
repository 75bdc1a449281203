import Button from 'antd/es/button'
import Result from 'antd/es/result'
import Space from 'antd/es/space'
import Tabs from 'antd/es/tabs'
import Tag from 'antd/es/tag'
import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { useMay } from '../../../web/shell/may.ts'
import { RowActions } from '../../../web/shell/RowActions.tsx'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { CorrectionDrawer } from '../../correction/web/CorrectionDrawer.tsx'
import { CorrectionTable, ProposeButton } from '../../correction/web/CorrectionTable.tsx'
import { ExceptionTable } from '../../supportCase/web/ExceptionTable.tsx'
import { RegisterDialog } from '../../supportCase/web/RegisterDialog.tsx'
import { PortfolioTable } from '../../studyRecord/web/PortfolioTable.tsx'
import { type StudentDetail, studentManageCalls } from '../../student/manage/contract.ts'
import { useStateName } from '../../../web/words.ts'
import { accountLifecycle } from '../../account/manage/rules.ts'
import { CertificatesPanel, ExamsPanel, HistoryPanel, OrdersPanel } from './StudentPanels.tsx'
import { HoursPanel } from './HoursPanel.tsx'
import './Learner.css'
import { ProfilePanel } from './ProfilePanel.tsx'
import { useStudentActions } from './StudentActions.tsx'
import { useLearnerWords } from './words.ts'

/** URL parameters of a panel's list; another panel starts without them. */
const ofPanel = ['page', 'limit', 'year', 'status', 'kind', 'keyword', 'waiting']

/** /student-manage/student-detail: one learner with everything that person has, part by part as it is looked at. */
export default function StudentDetailPage() {
  const say = useLearnerWords()
  const [{ accountId, part = 'profile' }, change] = useUrlState()
  const mayOrders = useMay('/order-manage/list')
  const query = useCall(
    studentManageCalls.getStudentDetail,
    { accountId: accountId! },
    { enabled: accountId !== undefined, keep: true },
  )
  if (accountId === undefined) return <Result status="info" title={say('noAccount')} />
  const parts = [
    'profile',
    'study',
    'exams',
    'hours',
    ...(mayOrders ? (['orders'] as const) : []),
    'certificates',
    'corrections',
    'history',
  ] as const
  return (
    <Loaded query={query} skeleton={<Skeleton lines={8} />}>
      {(detail) =>
        // What is kept while another learner is asked for.
        detail.id !== accountId ? (
          <Skeleton lines={8} />
        ) : (
          <>
            <Head detail={detail} />
            <Tabs
              activeKey={part}
              onChange={(next) =>
                change({ ...Object.fromEntries(ofPanel.map((name) => [name, null])), part: next })
              }
              items={parts.map((key) => ({ key, label: say(key) }))}
            />
            <Panel key={part} part={part} detail={detail} />
          </>
        )
      }
    </Loaded>
  )
}

function Panel({ part, detail }: { part: string; detail: StudentDetail }) {
  const { id: accountId } = detail
  switch (part) {
    case 'study':
      return <PortfolioTable learner={{ accountId }} />
    case 'exams':
      return <ExamsPanel accountId={accountId} />
    case 'hours':
      return <HoursPanel accountId={accountId} hasProfile={detail.hasProfile} />
    case 'orders':
      return <OrdersPanel accountId={accountId} />
    case 'certificates':
      return <CertificatesPanel accountId={accountId} />
    case 'corrections':
      return (
        <>
          <CorrectionTable accountId={accountId} />
          <ExceptionTable accountId={accountId} />
        </>
      )
    case 'history':
      return <HistoryPanel accountId={accountId} />
    default:
      return <ProfilePanel detail={detail} />
  }
}

function Head({ detail }: { detail: StudentDetail }) {
  const say = useLearnerWords()
  const stateName = useStateName(accountLifecycle)
  const { actionsOf, dialogs } = useStudentActions()
  const mayEdit = useMay(studentManageCalls.updateStudentInfo)
  const mayRegister = useMay('/customer/exception-register')
  const [proposing, setProposing] = useState(false)
  const [registering, setRegistering] = useState(false)
  const verify = useAction(studentManageCalls.verifyStudent)
  const { id: accountId, realName: name } = detail
  return (
    <div className="shell-card" style={{ marginBottom: 16 }}>
      <div className="learner-head">
        <h1>{name}</h1>
        <Space size={4} wrap>
          <Tag color={detail.status === 'active' ? 'green' : 'default'}>{stateName(detail.status)}</Tag>
          <Tag color={{ unverified: 'default', verified: 'green', failed: 'red' }[detail.verifyStatus]}>
            {say(detail.verifyStatus)}
          </Tag>
          {detail.mustChangePassword && <Tag color="orange">{say('mustChangePassword')}</Tag>}
          {detail.openCorrections > 0 && (
            <Tag color="gold">{say('openCorrections', { count: detail.openCorrections })}</Tag>
          )}
          {detail.openExceptions > 0 && (
            <Tag color="orange">{say('openExceptions', { count: detail.openExceptions })}</Tag>
          )}
        </Space>
        <span className="shell-space" />
        <Space wrap>
          <ProposeButton onClick={() => setProposing(true)} />
          {mayRegister && <Button onClick={() => setRegistering(true)}>{say('register')}</Button>}
          {mayEdit && detail.hasProfile && detail.verifyStatus !== 'verified' && (
            <Button
              loading={verify.isPending}
              onClick={() =>
                verify.mutate(
                  { accountId },
                  {
                    onSuccess: ({ verifyStatus }) =>
                      notify(verifyStatus === 'verified' ? 'success' : 'prompt', say(verifyStatus)),
                  },
                )
              }
            >
              {say('verifyNow')}
            </Button>
          )}
          <RowActions actions={actionsOf(detail)} />
        </Space>
      </div>
      {dialogs}
      <CorrectionDrawer
        learner={proposing ? { accountId, name } : null}
        onClose={() => setProposing(false)}
      />
      <RegisterDialog
        open={registering}
        learner={{ accountId, name }}
        onClose={() => setRegistering(false)}
      />
    </div>
  )
}
