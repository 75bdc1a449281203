import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/FormDialog.tsx'
import { codePattern, dictionaryCalls, type DictionaryKind, type ManagedEntry } from '../contract.ts'
import { useDictionaryWords } from './words.ts'

/** Adds a code, below another when one is given, or renames one; a code itself never changes, as people hold it. */
export function EntryDialog({
  kind,
  entry,
  parent,
  onClose,
}: {
  kind: DictionaryKind
  entry: ManagedEntry | null
  parent: ManagedEntry | null
  onClose: () => void
}) {
  const say = useDictionaryWords()
  const save = useAction(dictionaryCalls.saveEntry, { quiet: true })
  const needed = { required: true, whitespace: true, message: say('mustFill') }
  return (
    <FormDialog
      name="entry"
      title={entry ? say('edit') : parent ? say('addBelowOf', { name: parent.name }) : say('add')}
      values={{ code: entry?.code ?? '', name: entry?.name ?? '', nameEn: entry?.nameEn ?? '' }}
      onSave={({ code, name, nameEn }) =>
        save.mutateAsync({
          kind,
          code: entry?.code ?? code.trim(),
          parentCode: entry?.parentCode ?? parent?.code ?? null,
          name: name.trim(),
          nameEn: nameEn.trim(),
          isNew: entry === null,
        })
      }
      success={say('saved')}
      onClose={onClose}
    >
      <Form.Item
        name="code"
        label={say('code')}
        extra={say(entry ? 'codeStays' : 'codeHelp')}
        rules={entry ? [] : [{ required: true, pattern: new RegExp(codePattern, 'u') }]}
      >
        <Input maxLength={40} disabled={entry !== null} />
      </Form.Item>
      <Form.Item name="name" label={say('name')} rules={[needed]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="nameEn" label={say('nameEn')} rules={[needed]}>
        <Input maxLength={80} />
      </Form.Item>
    </FormDialog>
  )
}
