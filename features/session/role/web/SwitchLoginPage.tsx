import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CallRefused, send, useAction, useCall } from '../../../../web/client.ts'
import { Button, ButtonLink } from '../../../../web/kit/Button.tsx'
import { Empty, Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { saveToken } from '../../../../web/token.ts'
import { useSettings } from '../../../project/web/settings.ts'
import { useChangeRole, useToken } from '../../web/account.ts'
import { type Choice, roleSwitchCalls } from '../contract.ts'
import { LinkForm } from './LinkForm.tsx'
import './SwitchLogin.css'
import { useSwitchWords } from './words.ts'

/** /switch-login: the roles, units and linked accounts one may act as. */
export default function SwitchLoginPage() {
  const say = useSwitchWords()
  const token = useToken()
  const { singleRole } = useSettings()
  const choices = useCall(roleSwitchCalls.switchLogin, {}, { enabled: token !== null })
  const enter = useEnter()

  if (token === null) {
    return (
      <Empty
        title={say('title')}
        hint={say('signInFirst')}
        action={
          <ButtonLink kind="main" to="/login?redirect=%2Fswitch-login">
            {say('signIn')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <div className="switch-page k-stack k-gap-5">
      <div>
        <h1>{say('title')}</h1>
        <p className="k-muted">{say(singleRole ? 'onlyOne' : 'hint')}</p>
      </div>
      <Loaded query={choices}>
        {(data) => (
          <>
            <section className="k-card roomy k-stack k-gap-4">
              <h2>{say('ownRoles')}</h2>
              <Choices choices={data.choices.filter((choice) => !choice.linked)} all={data.choices} />
            </section>
            {!singleRole && (
              <section className="k-card roomy k-stack k-gap-4">
                <h2>{say('otherAccounts')}</h2>
                {data.choices.some((choice) => choice.linked) ? (
                  <Choices choices={data.choices.filter((choice) => choice.linked)} all={data.choices} />
                ) : (
                  <p className="k-muted">{say('noOthers')}</p>
                )}
                <LinkForm onToken={(fresh) => void enter(fresh)} />
              </section>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Takes up a fresh token and goes where its holder works. */
function useEnter(): (fresh: string) => Promise<void> {
  const navigate = useNavigate()
  return async (fresh) => {
    saveToken(fresh)
    await navigate('/switch-login', { replace: true })
  }
}

function Choices({ choices, all }: { choices: readonly Choice[]; all: readonly Choice[] }) {
  const say = useSwitchWords()
  const enter = useEnter()
  const changeRole = useChangeRole()
  const [busy, setBusy] = useState(false)
  const unlink = useAction(roleSwitchCalls.switchLogin, { onDone: () => notify('success', say('unlinked')) })

  async function take(choice: Choice) {
    const { accountId, roleId, unitId, roleName, linked } = choice
    // The role's name is enough, unless the role is held for several units.
    const isPlain =
      !linked && all.filter((other) => !other.linked && other.roleName === roleName).length === 1
    setBusy(true)
    try {
      if (isPlain) await changeRole(roleName)
      else {
        const { data } = await send(
          roleSwitchCalls.switchLogin,
          { accountId, roleId, ...(unitId ? { unitId } : {}) },
          { quiet: true },
        )
        if (data.tokenCode) await enter(data.tokenCode)
      }
      notify('success', say('switched', { name: linked ? choice.userName : roleName }))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      notify('prompt', error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <ul className="switch-list k-stack k-list">
      {choices.map((choice) => (
        <li className="k-cluster k-gap-3" key={`${choice.accountId} ${choice.roleId} ${choice.unitId}`}>
          <span className="switch-who">
            <strong>{choice.linked ? `${choice.userName} · ${choice.roleName}` : choice.roleName}</strong>
            <span className="k-muted k-small">{choice.unitName ?? say('noUnit')}</span>
          </span>
          {choice.current ? (
            <span className="k-tag good">{say('current')}</span>
          ) : (
            <Button
              aria-label={`${say('use')} ${choice.linked ? choice.userName : choice.roleName} ${choice.unitName ?? ''}`.trim()}
              busy={busy}
              onClick={() => void take(choice)}
            >
              {say('use')}
            </Button>
          )}
          {choice.linked && (
            <Button kind="quiet" onClick={() => unlink.mutate({ unlink: choice.accountId })}>
              {say('unlink')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
