import { useBilingual } from '../../../../web/words.ts'
import { profileField, type RegisterField } from '../rules.ts'
import { useRegisterConfigWords } from './words.ts'

/** The register form as a newcomer will see it; nothing can be typed here. */
export function FormPreview({ fields }: { fields: readonly RegisterField[] }) {
  const say = useRegisterConfigWords()
  const pick = useBilingual()
  return (
    <dl className="register-preview k-stack">
      {fields.map(({ key, required }) => {
        const { name, kind } = profileField(key)
        return (
          <div key={key}>
            <dt>
              {pick(...name)} {required ? <b aria-hidden="true">*</b> : <small>{say('optional')}</small>}
            </dt>
            <dd>{say(kind)}</dd>
          </div>
        )
      })}
      <div>
        <dt>{say('account')}</dt>
        <dd>{say('accountHint')}</dd>
      </div>
    </dl>
  )
}
