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
  const word = useRegisterWords()
  const form = useRegistration(fields, joins)
  const given = { fields, joins, form }
  const isAsked = ({ key, required }: RegisterField) => required || key === 'mobile'
  const asked: RegisterPart[] = [
    ...(isSkilled ? (['skill'] as const) : []),
    ...fields.filter(isAsked).map(({ key }) => key),
  ]
  // The unit of who registers by its link is known.
  const isOptional = (field: RegisterField) => !isAsked(field) && !(joins && field.key === 'unitId')
  const optional = fields.filter(isOptional).map(({ key }) => key)
  const account: RegisterPart[] = ['loginName', 'password', 'agreement']

  return (
    <Form
      className="session-form"
      check={() => form.faultsOf([...asked, ...optional, ...account])}
      onSubmit={form.submit}
      field="password"
      guarded
    >
      {({ faults, busy }) => (
        <>
          <RegisterParts {...given} parts={asked} faults={faults} />
          {optional.length > 0 && (
            <details
              className="session-more"
              // It opens where something is wrong, and its reader alone closes it.
              ref={(details) => {
                if (details && optional.some((key) => faults[key])) details.open = true
              }}
            >
              <summary>{word('optionalParts', { count: optional.length })}</summary>
              <div className="session-form">
                <RegisterParts {...given} parts={optional} faults={faults} />
              </div>
            </details>
          )}
          <RegisterParts {...given} parts={account} faults={faults} />
          <Button kind="main" type="submit" wide busy={busy}>
            {say('doRegister')}
          </Button>
        </>
      )}
    </Form>
  )
}
