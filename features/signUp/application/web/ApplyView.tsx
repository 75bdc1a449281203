import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { send, useCall } from '../../../../web/client.ts'
import { Button, ButtonLink } from '../../../../web/kit/Button.tsx'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { visitedUnit } from '../../../project/web/settings.ts'
import { useAccount, useToken } from '../../../session/web/account.ts'
import { signUpCalls, type SignUpForm } from '../../contract.ts'
import { ApplicantForm } from '../../web/ApplicantForm.tsx'
import { signUpPaths } from '../../web/paths.ts'
import { usePublicWords } from '../../web/publicWords.ts'
import { SignUpIntro } from '../../web/SignUpIntro.tsx'
import { applicationCalls } from '../contract.ts'
import { useSendForm } from './useSendForm.ts'
import { useApplicationWords } from './words.ts'

/** An open sign-up as a reader finds it, and its form once they begin; who is not signed in is asked to only then. */
export function ApplyView({ id }: { id: string }) {
  const unitId = visitedUnit()
  const query = useCall(signUpCalls.getForm, { id, ...(unitId ? { unitId } : {}) }, { staleTime: 0 })
  return <Loaded query={query}>{(form) => <Apply form={form} refetch={query.refetch} />}</Loaded>
}

function Apply({ form, refetch }: Pick<Parameters<typeof useSendForm>[0], 'refetch'> & { form: SignUpForm }) {
  const say = usePublicWords()
  const word = useApplicationWords()
  const navigate = useNavigate()
  const account = useAccount()
  const [isFilling, setFilling] = useState(false)
  const sending = useSendForm({
    form,
    refetch,
    sendTo: (sent) => send(applicationCalls.apply, sent as never, { quiet: true, isChange: true }),
    onSent({ id }) {
      notify('success', `${word('sent')} ${word('sentHint')}`)
      void navigate(signUpPaths.mine(id), { replace: true })
    },
  })
  if (isFilling && account?.roleSystem === 3)
    return (
      <section className="k-card roomy k-stack k-gap-4" aria-label={form.title}>
        <h1 className="k-break">{form.title}</h1>
        <ApplicantForm form={form} {...sending} />
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
