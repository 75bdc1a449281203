import { SelectField, TextField } from '../../../../web/kit/Field.tsx'
import { useBilingual } from '../../../../web/words.ts'
import { useCodeLists } from '../../../dictionary/web/codeLists.ts'
import { profileField, profileLists } from '../../../project/register/rules.ts'
import type { furtherFields } from '../rules.ts'
import { useCompleteWords } from './words.ts'

/** One field of a profile: chosen from the project's code list, a date, or typed. */
export function InfoField({
  field,
  value,
  error,
  onChange,
}: {
  field: (typeof furtherFields)[number]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const say = useCompleteWords()
  const pick = useBilingual()
  const { choices } = useCodeLists(profileLists)
  const { name, kind, list, maxLength = 40 } = profileField(field)
  const common = {
    name: field,
    label: pick(...name),
    value,
    error,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (list) {
    return <SelectField {...common} options={[{ value: '', label: say('pleaseChoose') }, ...choices(list)]} />
  }
  return kind === 'date' ? (
    <TextField {...common} type="date" />
  ) : (
    <TextField {...common} maxLength={maxLength} />
  )
}
