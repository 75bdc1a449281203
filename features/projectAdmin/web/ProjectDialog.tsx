import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import type { Handover } from '../../account/manage/web/OneTimePassword.tsx'
import { usePrintableRule } from '../../print/web/printable.ts'
import { type FoundedProject, projectAdminCalls } from '../contract.ts'
import { useProjectAdminWords } from './words.ts'

interface Fields {
  title: string
  shortTitle: string
  more?: boolean
  loginName?: string
  userName?: string
}

/** Creates a project with its first administrator, or renames one and may add another administrator. */
export default function ProjectDialog({
  project,
  onClose,
  onSaved,
}: {
  project: FoundedProject | null
  onClose: () => void
  onSaved: (handover: Handover | null) => void
}) {
  const say = useProjectAdminWords()
  const [form] = Form.useForm<Fields>()
  const printable = usePrintableRule()
  const save = useAction(projectAdminCalls.saveProject, { quiet: true })
  const showsAdministrator = (Form.useWatch('more', form) ?? false) || project === null
  const needed = (label: string) => ({ required: true, whitespace: true, message: say('needed', { label }) })
  return (
    <FormDialog<Fields, { password: string | null }>
      name="project"
      form={form}
      title={say(project ? 'modify' : 'add')}
      values={{ title: project?.title ?? '', shortTitle: project?.shortTitle ?? '' }}
      onSave={({ title, shortTitle, loginName = '', userName = '' }) =>
        save.mutateAsync({
          ...(project ? { id: project.id } : {}),
          title: title.trim(),
          shortTitle: shortTitle.trim(),
          ...(showsAdministrator
            ? { administrator: { loginName: loginName.trim(), userName: userName.trim() } }
            : {}),
        })
      }
      success={say('saved')}
      onSaved={({ password }, { loginName = '' }) =>
        onSaved(password === null ? null : { name: loginName.trim(), password })
      }
      onClose={onClose}
    >
      <Form.Item name="title" label={say('title')} rules={[needed(say('title')), printable]}>
        <Input maxLength={60} showCount />
      </Form.Item>
      <Form.Item
        name="shortTitle"
        label={say('shortTitle')}
        extra={say('shortTitleHelp')}
        rules={[needed(say('shortTitle'))]}
      >
        <Input maxLength={20} showCount />
      </Form.Item>
      {project && (
        <Form.Item name="more" valuePropName="checked">
          <Checkbox>{say('more')}</Checkbox>
        </Form.Item>
      )}
      {showsAdministrator && (
        <>
          {!project && <p style={{ marginBottom: 16 }}>{say('firstHelp')}</p>}
          <Form.Item
            name="loginName"
            label={say('loginName')}
            extra={say('loginNameHelp')}
            rules={[{ required: true, pattern: /^[A-Za-z]\w{3,29}$/ }]}
          >
            <Input maxLength={30} autoComplete="off" />
          </Form.Item>
          <Form.Item name="userName" label={say('userName')} rules={[needed(say('userName')), { min: 2 }]}>
            <Input maxLength={40} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
