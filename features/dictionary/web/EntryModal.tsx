import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { codePattern, dictionaryCalls, type DictionaryKind, type ManagedEntry } from '../contract.ts'
import { useDictionaryWords } from './words.ts'

interface Fields {
  code: string
  name: string
  nameEn: string
}

/** Adds a code, below another when one is given, or renames one; a code itself never changes, as people hold it. */
export function EntryModal({
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
  const [form] = Form.useForm<Fields>()
  const guard = useGuardedForm(onClose)
  const save = useAction(dictionaryCalls.saveEntry, {
    onDone() {
      notify('success', say('saved'))
      onClose()
    },
  })
  const needed = { required: true, whitespace: true, message: say('needed') }
  return (
    <Modal
      open
      title={entry ? say('edit') : parent ? say('addBelowOf', { name: parent.name }) : say('add')}
      okText={say('save')}
      cancelText={say('cancel')}
      confirmLoading={save.isPending}
      onOk={form.submit}
      onCancel={guard.leave}
    >
      <Form<Fields>
        name="entry"
        form={form}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        initialValues={{ code: entry?.code ?? '', name: entry?.name ?? '', nameEn: entry?.nameEn ?? '' }}
        onValuesChange={guard.note}
        onFinish={({ code, name, nameEn }) =>
          save.mutate(
            {
              kind,
              code: entry?.code ?? code.trim(),
              parentCode: entry?.parentCode ?? parent?.code ?? null,
              name: name.trim(),
              nameEn: nameEn.trim(),
              isNew: entry === null,
            },
            {
              onError({ field, message }) {
                if (field === 'code') form.setFields([{ name: 'code', errors: [message] }])
              },
            },
          )
        }
      >
        <Form.Item
          name="code"
          label={say('code')}
          extra={say(entry ? 'codeStays' : 'codeHelp')}
          rules={
            entry ? [] : [{ required: true, pattern: new RegExp(codePattern, 'u'), message: say('codeHelp') }]
          }
        >
          <Input maxLength={40} disabled={entry !== null} />
        </Form.Item>
        <Form.Item name="name" label={say('name')} rules={[needed]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="nameEn" label={say('nameEn')} rules={[needed]}>
          <Input maxLength={80} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
