import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Space from 'antd/es/space'
import { useState } from 'react'
import { isMobile } from '../../../../contract/identity.ts'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { confirm } from '../../../../web/shell/confirm.ts'
import { useUnsaved } from '../../../../web/shell/unsaved.ts'
import { type ManagedAccount, manageCalls } from '../contract.ts'
import type { Handover } from './OneTimePassword.tsx'
import { RolesInput } from './RolesInput.tsx'
import { useManageWords } from './words.ts'

interface Fields {
  loginName: string
  userName: string
  mobile?: string
  roles: { roleId?: string; unitId?: string }[]
}

/** Adds an account of staff (`new`) or changes one; asks before changes are lost. */
export function AccountDrawer({
  account,
  unitId,
  onClose,
  onMade,
}: {
  account: ManagedAccount | 'new' | null
  /** The unit a new account begins with. */
  unitId?: string
  onClose: () => void
  /** A new account's password, to be shown once. */
  onMade: (handover: Handover) => void
}) {
  const say = useManageWords()
  const [dirty, setDirty] = useState(false)
  useUnsaved(dirty)
  const known = account === 'new' ? null : account
  const close = () => {
    setDirty(false)
    onClose()
  }
  const leave = async () => {
    const question = { title: say('leaveConfirm'), yes: say('leave'), no: say('stay'), danger: true }
    if (!dirty || (await confirm(question))) close()
  }
  return (
    <Drawer
      open={account !== null}
      onClose={() => void leave()}
      size="min(600px, 100vw)"
      title={known ? say('editTitle', { name: known.userName }) : say('create')}
      destroyOnHidden
    >
      {account !== null && (
        <AccountForm
          key={known?.id ?? 'new'}
          account={known}
          unitId={unitId}
          onDirty={() => setDirty(true)}
          onCancel={() => void leave()}
          onSaved={(handover) => {
            close()
            if (handover) onMade(handover)
            else notify('success', say('saved'))
          }}
        />
      )}
    </Drawer>
  )
}

function AccountForm({
  account,
  unitId,
  onDirty,
  onCancel,
  onSaved,
}: {
  account: ManagedAccount | null
  unitId: string | undefined
  onDirty: () => void
  onCancel: () => void
  onSaved: (handover: Handover | null) => void
}) {
  const say = useManageWords()
  const [form] = Form.useForm<Fields>()
  const save = useAction(manageCalls.addAccount)

  function submit({ mobile, roles, ...fields }: Fields) {
    save.mutate(
      {
        ...fields,
        ...(account ? { accountId: account.id } : {}),
        ...(mobile ? { mobile } : {}),
        roles: roles.map(({ roleId, unitId }) => ({ roleId: roleId!, unitId: unitId ?? null })),
      },
      {
        onSuccess: ({ password }) => onSaved(password ? { name: fields.loginName, password } : null),
        onError({ field, message }) {
          if (!field) return
          const name = field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
          form.setFields([{ name: name as never, errors: [message] }])
          form.scrollToField(name as never, { focus: true })
        },
      },
    )
  }

  const required = (field: string) => ({
    required: true,
    whitespace: true,
    message: say('required', { field }),
  })
  return (
    <Form<Fields>
      name="account"
      form={form}
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      initialValues={{
        loginName: account?.loginName ?? '',
        userName: account?.userName ?? '',
        mobile: '',
        roles: account?.roles.map(({ roleId, unitId }) => ({ roleId, ...(unitId ? { unitId } : {}) })) ?? [
          unitId ? { unitId } : {},
        ],
      }}
      onValuesChange={onDirty}
      onFinish={submit}
    >
      <Form.Item name="userName" label={say('name')} rules={[required(say('name'))]}>
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="loginName"
        label={say('loginName')}
        extra={say('loginNameHint')}
        rules={[{ required: true, pattern: /^[A-Za-z]\w{3,29}$/, message: say('loginNameHint') }]}
      >
        <Input maxLength={30} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="mobile"
        label={say('mobile')}
        extra={account?.mobileMask ? say('mobileKeep', { mask: account.mobileMask }) : say('mobileHint')}
        required={!account}
        rules={[
          {
            async validator(_, text = '') {
              if (text === '' && account) return
              if (!isMobile(text)) throw new Error(say('mobileWrong'))
            },
          },
        ]}
      >
        <Input maxLength={11} inputMode="tel" autoComplete="off" />
      </Form.Item>
      <RolesInput />
      <Space>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {say('save')}
        </Button>
        <Button onClick={onCancel}>{say('cancel')}</Button>
      </Space>
    </Form>
  )
}
