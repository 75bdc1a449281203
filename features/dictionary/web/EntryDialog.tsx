import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { codePattern, dictionaryCalls, type DictionaryKind, type ManagedEntry } from '../contract.ts'
import { useDictionaryWords } from './words.ts'

/** Adds a code, below another when one is given. */
export default function EntryDialog({
  kind,
  parent,
  onClose,
}: {
  kind: DictionaryKind
  parent: ManagedEntry | null
  onClose: () => void
}) {
  const say = useDictionaryWords()
  const save = useAction(dictionaryCalls.saveEntry, { quiet: true })
  const needed = { required: true, whitespace: true, message: say('mustFill') }
  return (
    <FormDialog
      name="entry"
      title={parent ? say('addBelowOf', { name: parent.name }) : say('add')}
      values={{ code: '', name: '', nameEn: '' }}
      onSave={({ code, name, nameEn }) =>
        save.mutateAsync({
          kind,
          code: code.trim(),
          parentCode: parent?.code ?? null,
          name: name.trim(),
          nameEn: nameEn.trim(),
          isNew: true,
        })
      }
      success={say('saved')}
      onClose={onClose}
    >
      <Form.Item
        name="code"
        label={say('code')}
        extra={say('codeHelp')}
        rules={[{ required: true, pattern: new RegExp(codePattern, 'u') }]}
      >
        <Input maxLength={40} />
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
