import { type ComponentType, useId, useState } from 'react'
import { send, useCall } from '../../../../web/client.ts'
import { Chips } from '../../../../web/kit/Chips.tsx'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../../web/words.ts'
import { signUpCalls, type SignUpForm } from '../../contract.ts'
import { signUpObstacleNames } from '../../rules.ts'
import { ApplicantForm } from '../../web/ApplicantForm.tsx'
import { applicationCalls } from '../contract.ts'
import { ApplyBySheet } from './ApplyBySheet.tsx'
import { ApplyForMany } from './ApplyForMany.tsx'
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

const ways = ['one', 'many', 'sheet'] as const
type Way = (typeof ways)[number]

/** Applies for people of the caller's unit: for one after another, for many by one form, or by a sheet. */
export function ApplyForPanel({ signUpId, Picker }: { signUpId: string; Picker: Picker }) {
  const say = useApplicationWords()
  const pick = useBilingual()
  const [{ by }, change] = useUrlState()
  const query = useCall(signUpCalls.preview, { id: signUpId }, { staleTime: 0 })
  const way = ways.find((one) => one === by) ?? 'one'
  return (
    <Loaded query={query}>
      {(form) => {
        const file = form.fields.find(({ kind, required }) => kind === 'file' && required)
        return form.obstacle ? (
          <p className="shell-card apply-for k-note">
            {pick(signUpObstacleNames[form.obstacle].zh, signUpObstacleNames[form.obstacle].en)}
          </p>
        ) : (
          <section className="k-stack k-gap-4" aria-label={say('applyFor')}>
            <Chips<Way>
              label={say('byWhat')}
              value={way}
              onChange={(next) => change({ by: next === 'one' ? null : next }, 'push')}
              options={ways.map((value) => ({ value, label: say(`by_${value}`) }))}
            />
            {way !== 'one' && file ? (
              <p className="shell-card apply-for k-note">{say('fileNeeded', { name: file.label })}</p>
            ) : (
              {
                one: <ApplyForOne {...{ form, Picker }} refetch={query.refetch} />,
                many: <ApplyForMany form={form} refetch={query.refetch} />,
                sheet: <ApplyBySheet form={form} />,
              }[way]
            )}
          </section>
        )
      }}
    </Loaded>
  )
}

type Given = Pick<Parameters<typeof useSendForm>[0], 'refetch'> & { form: SignUpForm }

/** Chooses a person, and fills in the form for them. */
function ApplyForOne({ form, refetch, Picker }: Given & { Picker: Picker }) {
  const say = useApplicationWords()
  const id = useId()
  const [learner, setLearner] = useState<Picked>()
  return (
    <div className="shell-card apply-for k-stack k-gap-4">
      <p className="k-muted">{say('applyForHint')}</p>
      <div className="k-stack k-gap-1">
        <label htmlFor={id}>{say('chooseLearner')}</label>
        <Picker
          id={id}
          placeholder={say('learnerFoundBy')}
          {...(learner ? { value: learner } : {})}
          onChange={setLearner}
        />
      </div>
      {learner && (
        <FormFor
          key={learner.accountId}
          {...{ form, learner, refetch, onDone: () => setLearner(undefined) }}
        />
      )}
    </div>
  )
}

function FormFor({
  form,
  refetch,
  learner: { accountId, name },
  onDone,
}: Given & { learner: Picked; onDone: () => void }) {
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
