import { ApplicationTable } from '../features/signUp/application/web/ApplicationTable.tsx'
import { ApplyForPanel } from '../features/signUp/application/web/ApplyForPanel.tsx'
import { useApplicationWords } from '../features/signUp/application/web/words.ts'
import { applicationCalls } from '../features/signUp/application/contract.ts'
import { type SignUp, signUpCalls } from '../features/signUp/contract.ts'
import { usePayFees } from '../features/signUp/fee/web/PayFees.tsx'
import type { SignUpKind } from '../features/signUp/rules.ts'
import { SeatTable } from '../features/signUp/seat/web/SeatTable.tsx'
import { signUpOfficePaths } from '../features/signUp/web/officePaths.ts'
import { SignUpEditor } from '../features/signUp/web/SignUpEditor.tsx'
import { SignUpFee } from '../features/signUp/web/SignUpFee.tsx'
import { SignUpFormView } from '../features/signUp/web/SignUpFormView.tsx'
import { SignUpStatusTag } from '../features/signUp/web/SignUpStatusTag.tsx'
import { useMayFor } from '../features/signUp/web/useMayFor.ts'
import { useSignUpActions } from '../features/signUp/web/useSignUpActions.ts'
import { useSignUpWords } from '../features/signUp/web/words.ts'
import { LearnerPicker } from '../features/student/manage/web/LearnerPicker.tsx'
import { useCall } from '../web/client.ts'
import { dateTime, endTime } from '../web/format.ts'
import { ButtonLink } from '../web/kit/Button.tsx'
import { Empty, Skeleton } from '../web/kit/Loaded.tsx'
import { LoadedSubject } from '../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../web/shell/form/SubjectPage.tsx'
import { useSubject } from '../web/shell/view/subject.ts'
import { useUrlState } from '../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../web/shell/view/useViewNavigate.ts'

/** One sign-up with who applied, its seats and its form; without an id in the address a new one is written. */
export function SignUpDetail({ kind }: { kind: SignUpKind }) {
  const [{ id }] = useUrlState()
  const query = useCall(signUpCalls.get, { id: id! }, { enabled: id !== undefined })
  if (id === undefined) return <NewSignUp kind={kind} />
  return (
    <LoadedSubject
      list={signUpOfficePaths.list(kind)}
      query={query}
      isEmpty={(signUp) => signUp.kind !== kind}
      skeleton={<Skeleton lines={10} />}
    >
      {(signUp) => <KnownSignUp key={id} signUp={signUp} />}
    </LoadedSubject>
  )
}

function NewSignUp({ kind }: { kind: SignUpKind }) {
  const say = useSignUpWords()
  const navigate = useViewNavigate()
  const mayWrite = useMayFor(kind, signUpCalls.save)
  const title = say(`create_${kind}`)
  useSubject(mayWrite ? title : undefined)
  if (!mayWrite)
    return (
      <Empty
        title={say('chooseTitle')}
        action={
          <ButtonLink kind="main" to={signUpOfficePaths.list(kind)}>
            {say('toList')}
          </ButtonLink>
        }
      />
    )
  return (
    <div className="k-stack k-gap-4">
      <h1>{title}</h1>
      <SignUpEditor
        kind={kind}
        signUp={null}
        onSaved={(id) => navigate(`${signUpOfficePaths.detail(kind, id)}&tab=write`, { replace: true })}
      />
    </div>
  )
}

function KnownSignUp({ signUp }: { signUp: SignUp }) {
  const say = useSignUpWords()
  const navigate = useViewNavigate()
  const { id, kind, title, status, quota, taken, subjects } = signUp
  const word = useApplicationWords()
  const mayWrite = useMayFor(kind, signUpCalls.save)
  const mayApply = useMayFor(kind, applicationCalls.applyFor, 'apply')
  const actionsOf = useSignUpActions(kind, () => navigate(signUpOfficePaths.list(kind), { replace: true }))
  const payFees = usePayFees()
  return (
    <SubjectPage
      name={title}
      tags={<SignUpStatusTag status={status} />}
      facts={[
        {
          label: say('period'),
          value: say('fromUntil', { from: dateTime(signUp.opensAt), to: endTime(signUp.closesAt) }),
        },
        { label: say('fee'), value: <SignUpFee signUp={signUp} /> },
        { label: say('taken'), value: quota === null ? taken : say('takenOf', { taken, quota }) },
        { label: say('applied'), value: signUp.applied },
        { label: say('approved'), value: signUp.approved },
        { label: say('confirmed'), value: signUp.confirmed },
      ]}
      actions={actionsOf(signUp)}
      tabs={[
        {
          key: 'applications',
          label: say('part_applications'),
          count: { call: applicationCalls.query, input: { signUpId: id } },
          children: <ApplicationTable kind={kind} signUp={{ id, subjects }} moreBatch={payFees} />,
        },
        ...(kind === 'exam'
          ? [{ key: 'seats', label: say('seatsTab'), children: <SeatTable signUp={signUp} /> }]
          : []),
        ...(mayApply && status === 'open'
          ? [
              {
                key: 'apply',
                label: word('applyFor'),
                keeps: true,
                children: <ApplyForPanel signUpId={id} Picker={LearnerPicker} />,
              },
            ]
          : []),
        { key: 'form', label: say('form'), children: <SignUpFormView id={id} /> },
        ...(mayWrite
          ? [
              {
                key: 'write',
                label: say('edit_'),
                keeps: true,
                children: <SignUpEditor kind={kind} signUp={signUp} onSaved={() => {}} />,
              },
            ]
          : []),
      ]}
    />
  )
}
