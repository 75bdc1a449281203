import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty, Skeleton } from '../../../web/kit/Loaded.tsx'
import { LoadedSubject } from '../../../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../../../web/shell/form/SubjectPage.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useSubject } from '../../../web/shell/view/subject.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { type Plan, planCalls } from '../contract.ts'
import { planLifecycle } from '../rules.ts'
import { useHoursSentence } from './hoursSentence.ts'
import { planPaths } from './paths.ts'
import { PlanFacts } from './PlanFacts.tsx'
import { PlanForm } from './PlanForm.tsx'
import { PlanPeople } from './PlanPeople.tsx'
import { PlanStatusTag } from './PlanStatusTag.tsx'
import { usePlanActions } from './usePlanActions.ts'
import { useTrainPlanWords } from './words.ts'

const CopyPlanDialog = dialogPart(() => import('./CopyPlanDialog.tsx'))

/** /train-manage/train-plan-detail: one plan with its people; without an id a new one is written. */
export default function TrainPlanDetailPage() {
  const [{ id }] = useUrlState()
  const query = useCall(planCalls.get, { id: id! }, { enabled: id !== undefined })
  if (id === undefined) return <NewPlan />
  return (
    <LoadedSubject list={planPaths.list} query={query} skeleton={<Skeleton lines={10} />}>
      {(plan) => <KnownPlan key={id} plan={plan} />}
    </LoadedSubject>
  )
}

function NewPlan() {
  const say = useTrainPlanWords()
  const navigate = useViewNavigate()
  const mayWrite = useMay(planCalls.save)
  useSubject(mayWrite ? say('newTitle') : undefined)
  if (!mayWrite)
    return (
      <Empty
        title={say('chooseTitle')}
        action={
          <ButtonLink kind="main" to={planPaths.list}>
            {say('toList')}
          </ButtonLink>
        }
      />
    )
  return (
    <section className="shell-card k-stack k-gap-5">
      <h1>{say('newTitle')}</h1>
      <PlanForm plan={null} onSaved={(id) => navigate(planPaths.detail(id), { replace: true })} />
    </section>
  )
}

function KnownPlan({ plan }: { plan: Plan }) {
  const say = useTrainPlanWords()
  const navigate = useViewNavigate()
  const sentence = useHoursSentence()
  const mayWrite = useMay(planCalls.save)
  const mayDelete = useMay(planCalls.delete)
  const statusActions = usePlanActions()
  const [isCopied, setCopied] = useState(false)
  const remove = useAction(planCalls.delete, { onDone: () => navigate(planPaths.list, { replace: true }) })
  const { id, name, status } = plan
  return (
    <>
      <SubjectPage
        name={name}
        tags={<PlanStatusTag status={status} />}
        facts={[
          { label: say('year'), value: plan.year },
          { label: say('hours'), value: sentence(plan.hours) },
          { label: say('dueOn'), value: plan.dueOn },
          {
            label: say('fulfilledCount'),
            value: say('progressOf', { fulfilled: plan.fulfilled, people: plan.people }),
          },
        ]}
        actions={[
          ...statusActions(plan),
          mayWrite && { key: 'copy', label: say('copy'), onClick: () => setCopied(true) },
          mayDelete &&
            planLifecycle.can(status, 'delete') && {
              key: 'delete',
              label: say('delete'),
              danger: true,
              confirm: { title: say('deleteConfirm', { name }), text: say('deleteHint') },
              onClick: () => remove.mutate({ id }),
            },
        ]}
        tabs={[
          { key: 'people', label: say('progress'), children: <PlanPeople plan={plan} /> },
          { key: 'facts', label: say('facts'), children: <PlanFacts plan={plan} /> },
          ...(mayWrite && status !== 'closed'
            ? [
                {
                  key: 'write',
                  label: say('edit'),
                  keeps: true,
                  children: <PlanForm plan={plan} onSaved={() => {}} />,
                },
              ]
            : []),
        ]}
      />
      {isCopied && <CopyPlanDialog id={id} onClose={() => setCopied(false)} />}
    </>
  )
}
