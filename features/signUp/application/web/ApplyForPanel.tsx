import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useId, useState } from 'react'
import { send, useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { signUpCalls } from '../../contract.ts'
import { ApplicantForm, type Filled } from '../../web/ApplicantForm.tsx'
import { applicationCalls } from '../contract.ts'
import './ApplyForPanel.css'
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
  const id = useId()
  const cache = useQueryClient()
  const [learner, setLearner] = useState<Picked>()
  const query = useCall(signUpCalls.preview, { id: signUpId }, { staleTime: 0 })
  return (
    <Loaded query={query}>
      {(form) => (
        <section className="shell-card apply-for k-stack k-gap-4" aria-label={say('applyFor')}>
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
            <ApplicantForm
              key={`${learner.accountId} ${form.formVersion}`}
              form={form}
              submit={say('submitFor', { name: learner.name })}
              onUpload={(key, file) =>
                send(applicationCalls.uploadFile, { signUpId, key, file }, { quiet: true })
              }
              onSend={async ({ answers, subjectIds }: Filled) => {
                await send(
                  applicationCalls.applyFor,
                  {
                    accountId: learner.accountId,
                    signUpId,
                    formVersion: form.formVersion,
                    answers: answers as never,
                    subjectIds,
                  },
                  { quiet: true, isChange: true },
                )
                notify('success', say('appliedFor', { name: learner.name }))
                setLearner(undefined)
                void cache.invalidateQueries()
              }}
            />
          )}
        </section>
      )}
    </Loaded>
  )
}
