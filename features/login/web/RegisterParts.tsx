import { useCall } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { SelectField, TextField } from '../../../web/kit/Field.tsx'
import { useBilingual } from '../../../web/words.ts'
import { classCategoryCalls } from '../../class/category/contract.ts'
import { profileField, type RegisterField } from '../../project/register/rules.ts'
import { usePrintWarning } from '../../print/web/printable.ts'
import { codeCalls } from '../../session/code/contract.ts'
import { Agreement } from '../../session/web/Agreement.tsx'
import { CodeInput } from '../../session/code/web/CodeInput.tsx'
import type { Faults } from '../../../web/kit/Form.tsx'
import { PasswordField } from '../../session/web/PasswordField.tsx'
import { useSessionWords } from '../../session/web/words.ts'
import { useRegisterWords } from './registerWords.ts'
import './Register.css'
import { UnitSearch } from './UnitSearch.tsx'
import type { RegisterPart, RegistrationForm } from './useRegistration.ts'

/** Parts of the register form in their order, each fault under its field. */
export function RegisterParts({
  parts,
  fields,
  joins,
  form,
  faults,
}: {
  parts: readonly RegisterPart[]
  fields: readonly RegisterField[]
  /** The unit a newcomer came for, which is fixed. */
  joins: string | null
  form: RegistrationForm
  faults: Faults
}) {
  return parts.map((part) => (
    <Part
      key={part}
      part={part}
      field={fields.find(({ key }) => key === part)}
      joins={joins}
      form={form}
      faults={faults}
    />
  ))
}

function Part({
  part,
  field,
  joins,
  form,
  faults,
}: {
  part: RegisterPart
  field: RegisterField | undefined
  joins: string | null
  form: RegistrationForm
  faults: Faults
}) {
  const say = useSessionWords()
  const word = useRegisterWords()
  const pick = useBilingual()
  const input = {
    name: part,
    value: form.values[part] ?? '',
    error: faults[part],
    onChange: (event: { target: { value: string } }) => form.write(part, event.target.value),
  }
  if (part === 'loginName') {
    if (form.values.loginName === undefined && !input.error) {
      const { mobile } = form.proof
      return (
        <div className="session-name">
          <span>{mobile ? say('mobileIsAccountOf', { mobile }) : say('mobileIsAccount')}</span>
          <Button kind="quiet" onClick={() => form.write('loginName', '')}>
            {say('ownLoginName')}
          </Button>
        </div>
      )
    }
    return <TextField label={say('account')} autoComplete="username" hint={say('ownNameHint')} {...input} />
  }
  if (part === 'password') {
    return (
      <PasswordField
        label={say('password')}
        rules
        value={input.value}
        error={faults.password}
        onChange={(password) => form.write('password', password)}
      />
    )
  }
  if (part === 'agreement') {
    return <Agreement checked={form.agreement} onChange={form.setAgreement} error={faults.agreement} />
  }
  if (part === 'skill') return <Skill {...input} />
  if (part === 'mobile') {
    return (
      <CodeInput call={codeCalls.sendMsgCode} value={form.proof} onChange={form.setProof} errors={faults} />
    )
  }
  if (!field) return null
  const { name, kind, list, maxLength = 40 } = profileField(part)
  const own = pick(...name)
  const label = field.required ? own : word('optional', { label: own })
  if (kind === 'photo') return <p className="k-muted k-small">{word('photoLater')}</p>
  if (kind === 'unit') {
    if (joins) return null
    return (
      <UnitSearch
        label={label}
        name={form.values.unitName ?? ''}
        value={input.value}
        typed={form.values.unitTyped ?? ''}
        error={faults.unitId}
        onType={(unitTyped) => form.write('unitTyped', unitTyped)}
        onChange={(unitId, unitName) => form.writeAll({ unitId, unitName, unitTyped: '' })}
      />
    )
  }
  if (list) {
    const options = form.choicesOf(part).map((entry) => ({
      value: entry.code,
      label: `${entry.parentCode ? '　' : ''}${pick(entry.name, entry.nameEn)}`,
    }))
    return (
      <SelectField
        label={label}
        options={[{ value: '', label: word('pleaseChoose') }, ...options]}
        {...input}
      />
    )
  }
  if (kind === 'date') return <TextField label={label} type="date" {...input} />
  if (kind === 'name') return <NameField label={label} maxLength={maxLength} {...input} />
  return (
    <TextField
      label={label}
      maxLength={maxLength}
      autoComplete="off"
      hint={kind === 'card' ? say('cardHint') : undefined}
      {...input}
    />
  )
}

/** The name of the person, with the letters that no document can print. */
function NameField(input: {
  label: string
  name: string
  value: string
  error: string | undefined
  maxLength: number
  onChange: (event: { target: { value: string } }) => void
}) {
  const warning = usePrintWarning(input.value)
  return <TextField autoComplete="name" hint={warning} {...input} />
}

/** The skill somebody registers for, of those the project offers. */
function Skill(input: {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}) {
  const word = useRegisterWords()
  const { data = [] } = useCall(classCategoryCalls.findClassCategory, { kind: 'skill' })
  return (
    <SelectField
      label={word('skill')}
      hint={word('skillHint')}
      options={[
        { value: '', label: word('pleaseChoose') },
        ...data.map((category) => ({
          value: category.id,
          label: `${category.parentId ? '　' : ''}${category.name}`,
        })),
      ]}
      {...input}
    />
  )
}
