import { SelectField, TextField } from '../../../../web/kit/Field.tsx'
import { isListed, useCodeLists } from './codeLists.ts'
import { useCompleteWords } from './words.ts'

/** One field of a profile: chosen from the project's code list where there is one, typed otherwise. */
export function InfoField({
  field,
  value,
  error,
  onChange,
}: {
  field: 'education' | 'jobTitle' | 'personnelCategory' | 'workPlace'
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const say = useCompleteWords()
  const { choices } = useCodeLists()
  const common = {
    name: field,
    label: say(field),
    value,
    error,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  const list = isListed(field) ? choices(field) : []
  return list.length > 0 ? (
    <SelectField {...common} options={[{ value: '', label: say('pleaseChoose') }, ...list]} />
  ) : (
    <TextField {...common} maxLength={field === 'workPlace' ? 100 : 40} />
  )
}
