import { Link, useLocation, useSearchParams } from 'react-router'
import { Button } from '../../../web/kit/Button.tsx'
import { Form } from '../../../web/kit/Form.tsx'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import type { RegisterField } from '../../project/register/rules.ts'
import { withRedirect } from '../../session/web/redirect.ts'
import { SessionCard } from '../../session/web/SessionCard.tsx'
import { useSessionWords } from '../../session/web/words.ts'
import { RegisterParts } from './RegisterParts.tsx'
import { useRegisterWords } from './registerWords.ts'
import { type RegisterPart, useRegisterForm, useRegistration } from './useRegistration.ts'

/** /register and /vocRegister: the project's fields in one column; the latter also asks for a skill. */
export default function RegisterPage() {
  const say = useSessionWords()
  const word = useRegisterWords()
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const isSkilled = pathname === '/vocRegister'
  const { config, fields, joins } = useRegisterForm()
  return (
    <SessionCard title={isSkilled ? word('vocTitle') : say('registerTitle')} hint={say('registerHint')}>
      <Loaded query={config} skeleton={<Skeleton lines={6} height={56} />}>
        {({ unitId, open }) => (
          <>
            {unitId && !open && <p role="status">{word('unitClosed')}</p>}
            <OneColumn fields={fields} joins={joins} isSkilled={isSkilled} />
          </>
        )}
      </Loaded>
      <div className="session-links">
        <Link to={withRedirect('/login', query)}>{say('toLogin')}</Link>
      </div>
    </SessionCard>
  )
}

function OneColumn({
  fields,
  joins,
  isSkilled,
}: {
  fields: readonly RegisterField[]
  joins: string | null
  isSkilled: boolean
}) {
  const say = useSessionWords()
  const form = useRegistration(fields, joins)
  const parts: RegisterPart[] = [
    ...(isSkilled ? (['skill'] as const) : []),
    ...fields.map(({ key }) => key),
    'loginName',
    'password',
    'agreement',
  ]

  return (
    <Form
      className="session-form"
      check={() => form.faultsOf(parts)}
      onSubmit={form.submit}
      field="loginName"
      guarded
    >
      {({ faults, busy }) => (
        <>
          <RegisterParts parts={parts} fields={fields} joins={joins} form={form} faults={faults} />
          <Button kind="main" type="submit" wide busy={busy}>
            {say('doRegister')}
          </Button>
        </>
      )}
    </Form>
  )
}
