import { type ComponentType, useId, useState } from 'react'
import { send, useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { useBilingual } from '../../../../web/words.ts'
import { signUpCalls, type SignUpForm } from '../../contract.ts'
import { signUpObstacleNames } from '../../rules.ts'
import { ApplicantForm } from '../../web/ApplicantForm.tsx'
import { applicationCalls } from '../contract.ts'
import './ApplyForPanel.css'
import { useSendForm } from './useSendForm.ts'
import { useApplicationWords } from './words.ts'

interface Picked {
  accountId: string
  name: string
}

/** Input that finds a learner of the reader's reach. */
type Picker = ComponentType<{
  id?: string
  value?: Picked
  onChange?: (picked?: Picked) => void
  placeholder: string
}>

/** Applies for a person of the caller's unit, by the form that the person would fill in; one after another. */
export function ApplyForPanel({ signUpId, Picker }: { signUpId: string; Picker: Picker }) {
  const say = useApplicationWords()
  const pick = useBilingual()
  const id = useId()
  const [learner, setLearner] = useState<Picked>()
  const query = useCall(signUpCalls.preview, { id: signUpId }, { staleTime: 0 })
  return (
    <Loaded query={query}>
      {(form) => (
        <section className="shell-card apply-for k-stack k-gap-4" aria-label={say('applyFor')}>
          <p className="k-muted">{say('applyForHint')}</p>
          {form.obstacle && (
            <p className="k-note">
              {pick(signUpObstacleNames[form.obstacle].zh, signUpObstacleNames[form.obstacle].en)}
            </p>
          )}
          {!form.obstacle && (
            <div className="k-stack k-gap-1">
              <label htmlFor={id}>{say('chooseLearner')}</label>
              <Picker
                id={id}
                placeholder={say('learnerFoundBy')}
                {...(learner ? { value: learner } : {})}
                onChange={setLearner}
              />
            </div>
          )}
          {learner && (
            <FormFor
              key={learner.accountId}
              {...{ form, learner, refetch: query.refetch, onDone: () => setLearner(undefined) }}
            />
          )}
        </section>
      )}
    </Loaded>
  )
}

function FormFor({
  form,
  refetch,
  learner: { accountId, name },
  onDone,
}: Pick<Parameters<typeof useSendForm>[0], 'refetch'> & {
  form: SignUpForm
  learner: Picked
  onDone: () => void
}) {
  const say = useApplicationWords()
  const sending = useSendForm({
    form,
    refetch,
    sendTo: (sent) =>
      send(applicationCalls.applyFor, { accountId, ...sent } as never, { quiet: true, isChange: true }),
    onSent() {
      notify('success', say('appliedFor', { name }))
      onDone()
    },
  })
  return <ApplicantForm form={form} submit={say('submitFor', { name })} {...sending} />
}
