import { type ReactNode, useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { LoadedSubject } from '../../../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../../../web/shell/form/SubjectPage.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { CorrectionTable } from '../../correction/web/CorrectionTable.tsx'
import { ExceptionTable } from '../../supportCase/web/ExceptionTable.tsx'
import { PortfolioTable } from '../../studyRecord/web/PortfolioTable.tsx'
import { type StudentDetail, studentManageCalls } from '../../student/manage/contract.ts'
import { useMemberWords } from '../../student/member/web/words.ts'
import { useReveal } from '../../student/reveal/web/Reveal.tsx'
import { useStateName } from '../../../web/words.ts'
import { accountLifecycle } from '../../account/manage/rules.ts'
import { CertificatesPanel, ExamsPanel, HistoryPanel, OrdersPanel } from './StudentPanels.tsx'
import { DeskPanel } from './DeskPanel.tsx'
import { HoursPanel } from './HoursPanel.tsx'
import './Learner.css'
import { ProfilePanel } from './ProfilePanel.tsx'
import { useStudentActions } from './StudentActions.tsx'
import { useLearnerWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const CorrectionDrawer = dialogPart(() => import('../../correction/web/CorrectionDrawer.tsx'))
const RegisterDialog = dialogPart(() => import('../../supportCase/web/RegisterDialog.tsx'))

/** /student-manage/student-detail: one learner; the desk first, then everything that person has, part by part. */
export default function StudentDetailPage() {
  const [{ accountId }] = useUrlState()
  const query = useCall(
    studentManageCalls.getStudentDetail,
    { accountId: accountId! },
    { enabled: accountId !== undefined },
  )
  return (
    <LoadedSubject list="/student-manage/student" query={query} skeleton={<Skeleton lines={8} />}>
      {(detail) => <Learner key={detail.id} detail={detail} />}
    </LoadedSubject>
  )
}

function Learner({ detail }: { detail: StudentDetail }) {
  const say = useLearnerWords()
  const member = useMemberWords()
  const stateName = useStateName(accountLifecycle)
  const [, change] = useUrlState()
  const { actionsOf, dialogs } = useStudentActions()
  const mayOrders = useMay('/order-manage/list')
  const mayEdit = useMay(studentManageCalls.updateStudentInfo)
  const mayPropose = useMay(correctionCalls.propose)
  const mayRegister = useMay('/customer/exception-register')
  const [proposing, setProposing] = useState(false)
  const [registering, setRegistering] = useState(false)
  const verify = useAction(studentManageCalls.verifyStudent)
  const { id: accountId, realName: name, cardMask, mobileMask } = detail
  const numbers = useReveal(accountId, { card: cardMask, mobile: mobileMask })
  const toCases = () => change({ tab: 'corrections' }, 'push')
  return (
    <>
      <SubjectPage
        name={name}
        tags={
          <>
            <Tag color={detail.status === 'active' ? 'green' : 'default'}>{stateName(detail.status)}</Tag>
            <Tag
              color={
                ({ unverified: 'default', verified: 'green', failed: 'red' } as const)[detail.verifyStatus]
              }
            >
              {say(detail.verifyStatus)}
            </Tag>
            {detail.unconfirmed && <Tag color="orange">{member('unconfirmed')}</Tag>}
            {detail.mustChangePassword && <Tag color="orange">{say('mustChangePassword')}</Tag>}
            {detail.openCorrections > 0 && (
              <TagLink onClick={toCases}>{say('openCorrections', { count: detail.openCorrections })}</TagLink>
            )}
            {detail.openExceptions > 0 && (
              <TagLink onClick={toCases}>{say('openExceptions', { count: detail.openExceptions })}</TagLink>
            )}
          </>
        }
        facts={[
          { label: say('unit'), value: detail.unitName },
          { label: say('mobile'), value: numbers.mobile },
          { label: say('idNumber'), value: numbers.card },
          {
            label: say('account'),
            value: <CopyText text={detail.loginName} name={say('account')} />,
          },
        ]}
        actions={[
          mayPropose && {
            key: 'propose',
            label: say('proposeCorrection'),
            primary: true,
            onClick: () => setProposing(true),
          },
          mayRegister && { key: 'register', label: say('register'), onClick: () => setRegistering(true) },
          ...actionsOf(detail),
          mayEdit &&
            detail.hasProfile &&
            detail.verifyStatus !== 'verified' && {
              key: 'verify',
              label: say('verifyNow'),
              loading: verify.isPending,
              confirm: { title: say('verifyConfirm', { name }), text: say('verifyText') },
              onClick: () =>
                verify.mutate({
                  accountId,
                  onDone: ({ verifyStatus }) =>
                    notify(verifyStatus === 'verified' ? 'success' : 'prompt', say(verifyStatus)),
                }),
            },
        ]}
        tabs={[
          {
            key: 'desk',
            label: say('desk'),
            keeps: true,
            children: <DeskPanel accountId={accountId} onMore={() => change({ tab: 'study' })} />,
          },
          { key: 'profile', label: say('profile'), children: <ProfilePanel detail={detail} /> },
          {
            key: 'study',
            label: say('study'),
            count: { call: enrolmentCalls.findPortfolioPage, input: { accountId } },
            children: <PortfolioTable learner={{ accountId }} />,
          },
          {
            key: 'exams',
            label: say('exams'),
            count: { call: studentManageCalls.findExamList, input: { accountId } },
            children: <ExamsPanel accountId={accountId} />,
          },
          {
            key: 'hours',
            label: say('hours'),
            children: <HoursPanel accountId={accountId} hasProfile={detail.hasProfile} />,
          },
          ...(mayOrders
            ? [
                {
                  key: 'orders',
                  label: say('orders'),
                  count: { call: studentManageCalls.findOrderList, input: { accountId } },
                  children: <OrdersPanel accountId={accountId} />,
                },
              ]
            : []),
          {
            key: 'certificates',
            label: say('certificates'),
            count: { call: studentManageCalls.findCertificateList, input: { accountId } },
            children: <CertificatesPanel accountId={accountId} />,
          },
          {
            key: 'corrections',
            label: say('corrections'),
            count: detail.openCorrections + detail.openExceptions,
            children: (
              <>
                <h2 className="learner-section">{say('correctionList')}</h2>
                <CorrectionTable accountId={accountId} />
                <h2 className="learner-section">{say('issueList')}</h2>
                <ExceptionTable accountId={accountId} />
              </>
            ),
          },
          { key: 'history', label: say('history'), children: <HistoryPanel accountId={accountId} /> },
        ]}
      />
      {dialogs}
      {numbers.dialog}
      {proposing && (
        <CorrectionDrawer
          learner={{ accountId, name }}
          onClose={() => setProposing(false)}
          onProposed={(correction, isAlone) =>
            change({ tab: 'corrections', correction: isAlone ? correction : null }, 'push')
          }
        />
      )}
      {registering && <RegisterDialog learner={{ accountId, name }} onClose={() => setRegistering(false)} />}
    </>
  )
}

/** A state that leads to what it counts. */
function TagLink({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="learner-tag k-bare" onClick={onClick}>
      <Tag color="gold">{children}</Tag>
    </button>
  )
}
