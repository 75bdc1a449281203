import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { CallRefused, send, useCall } from '../../../../web/client.ts'
import { Button, ButtonLink } from '../../../../web/kit/Button.tsx'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { visitedUnit } from '../../../project/web/settings.ts'
import { useAccount, useToken } from '../../../session/web/account.ts'
import { signUpCalls, type SignUpForm } from '../../contract.ts'
import { ApplicantForm, type Filled } from '../../web/ApplicantForm.tsx'
import { signUpPaths } from '../../web/paths.ts'
import { usePublicWords } from '../../web/publicWords.ts'
import { SignUpIntro } from '../../web/SignUpIntro.tsx'
import { applicationCalls } from '../contract.ts'
import { useApplicationWords } from './words.ts'

/** An open sign-up as a reader finds it, and its form once they begin; who is not signed in is asked to only then. */
export function ApplyView({ id }: { id: string }) {
  const unitId = visitedUnit()
  const query = useCall(signUpCalls.getForm, { id, ...(unitId ? { unitId } : {}) }, { staleTime: 0 })
  return <Loaded query={query}>{(form) => <Apply form={form} onChanged={() => query.refetch()} />}</Loaded>
}

function Apply({ form, onChanged }: { form: SignUpForm; onChanged: () => Promise<unknown> }) {
  const say = usePublicWords()
  const word = useApplicationWords()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const account = useAccount()
  const [isFilling, setFilling] = useState(false)
  const signUpId = form.id

  async function apply({ answers, subjectIds }: Filled) {
    try {
      const made = await send(
        applicationCalls.apply,
        { signUpId, formVersion: form.formVersion, answers: answers as never, subjectIds },
        { quiet: true, isChange: true },
      )
      notify('success', `${word('sent')} ${word('sentHint')}`)
      void cache.invalidateQueries()
      void navigate(signUpPaths.mine(made.id), { replace: true })
    } catch (error) {
      // What was filled in stays, in the form as it is now.
      const latest = error instanceof CallRefused && error.respCode === 409 ? await onChanged() : null
      if (latest && (latest as { data?: SignUpForm }).data?.formVersion !== form.formVersion)
        return notify('prompt', word('formChanged'))
      throw error
    }
  }
  if (isFilling && account?.roleSystem === 3)
    return (
      <section className="k-card roomy k-stack k-gap-4" aria-label={form.title}>
        <h1 className="k-break">{form.title}</h1>
        <ApplicantForm
          form={form}
          onSend={apply}
          onUpload={(key, file) =>
            send(applicationCalls.uploadFile, { signUpId, key, file }, { quiet: true })
          }
        />
      </section>
    )
  return (
    <SignUpIntro
      form={form}
      action={
        form.applicationId ? (
          <ButtonLink kind="main" to={signUpPaths.mine(form.applicationId)}>
            {say('viewMine')}
          </ButtonLink>
        ) : (
          form.obstacle === null && <Begin onBegin={() => setFilling(true)} />
        )
      }
    />
  )
}

/** The way into the form: at once for a learner, by the sign-in for a visitor, who comes back here. */
function Begin({ onBegin }: { onBegin: () => void }) {
  const say = usePublicWords()
  const token = useToken()
  const account = useAccount()
  const { pathname, search } = useLocation()
  const redirect = encodeURIComponent(pathname + search)
  if (!token)
    return (
      <div className="k-stack k-gap-2">
        <div className="k-cluster">
          <ButtonLink kind="main" to={`/login?redirect=${redirect}`}>
            {say('signInFirst')}
          </ButtonLink>
          <ButtonLink kind="quiet" to={`/registerNew?redirect=${redirect}`}>
            {say('toRegister')}
          </ButtonLink>
        </div>
        <p className="k-muted k-small">{say('signInHint')}</p>
      </div>
    )
  if (account && account.roleSystem !== 3) return <p className="k-note">{say('learnersOnly')}</p>
  return (
    <div>
      <Button kind="main" disabled={account === null} onClick={onBegin}>
        {say('begin')}
      </Button>
    </div>
  )
}
