import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Space from 'antd/es/space'
import Switch from 'antd/es/switch'
import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { confirm } from '../../../web/shell/confirm.ts'
import { useUnsaved } from '../../../web/shell/unsaved.ts'
import { type Permission, type RoleRow, roleCalls } from '../contract.ts'
import { providerPages } from '../../../contract/menu.ts'
import { PermissionTree } from './PermissionTree.tsx'
import { useRoleWords } from './words.ts'

interface Fields {
  roleName: string
  roleSystem: number
  dataScope: 'kind' | 'subtree'
  secondFactor: boolean
  remark: string
  menus: string[]
}

/** Makes a role (`new`), changes one, or shows one that may not be changed; asks before changes are lost. */
export function RoleDrawer({
  role,
  mayChange,
  onClose,
}: {
  role: RoleRow | 'new' | null
  mayChange: boolean
  onClose: () => void
}) {
  const say = useRoleWords()
  const mine = useCall(roleCalls.getMyPermission, {}, { enabled: role !== null })
  const [dirty, setDirty] = useState(false)
  useUnsaved(dirty)
  const known = role === 'new' ? null : role
  const frozen = !mayChange || (known !== null && !known.grantable)
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
      open={role !== null}
      onClose={() => void leave()}
      size="min(640px, 100vw)"
      title={known ? `${say(frozen ? 'view' : 'edit')} · ${known.roleName}` : say('create')}
      destroyOnHidden
    >
      {role !== null && (
        <Loaded query={mine}>
          {(permission) => (
            <RoleForm
              key={known?.id ?? 'new'}
              role={known}
              mine={permission}
              frozen={frozen}
              onDirty={() => setDirty(true)}
              onCancel={() => void leave()}
              onSaved={close}
            />
          )}
        </Loaded>
      )}
    </Drawer>
  )
}

function RoleForm({
  role,
  mine,
  frozen,
  onDirty,
  onCancel,
  onSaved,
}: {
  role: RoleRow | null
  mine: Permission
  frozen: boolean
  onDirty: () => void
  onCancel: () => void
  onSaved: () => void
}) {
  const say = useRoleWords()
  const [form] = Form.useForm<Fields>()
  const roleSystem = Form.useWatch('roleSystem', form) ?? role?.roleSystem ?? mine.roleSystem
  const save = useAction(roleCalls.saveRole, {
    onDone() {
      notify('success', say('saved'))
      onSaved()
    },
  })
  const held = new Set(mine.menus)
  const isNarrow = mine.dataScope === 'subtree'
  const fixed = frozen || (role !== null && (role.own || role.roleSystem === 3))
  const may = (permission: string) =>
    fixed
      ? (role?.menus.includes(permission) ?? false)
      : held.has(permission) &&
        !(roleSystem === 2 && providerPages.some((page) => permission.startsWith(page)))
  const start: Fields = {
    roleName: role?.roleName ?? '',
    roleSystem: role?.roleSystem ?? mine.roleSystem,
    dataScope: role?.dataScope ?? (isNarrow ? 'subtree' : 'kind'),
    secondFactor: role?.secondFactor ?? false,
    remark: role?.remark ?? '',
    menus: role?.menus ?? [],
  }

  function submit(fields: Fields) {
    const dataScope = fields.roleSystem === 1 ? (fields.dataScope ?? start.dataScope) : 'kind'
    const menus = fixed ? start.menus : fields.menus.filter(may)
    save.mutate(
      { ...start, ...fields, ...(role ? { id: role.id } : {}), dataScope, menus },
      {
        onError({ field, message }) {
          if (field !== 'roleName' && field !== 'menus') return
          form.setFields([{ name: field, errors: [message] }])
          form.scrollToField(field, { focus: true })
        },
      },
    )
  }

  return (
    <Form<Fields>
      name="role"
      form={form}
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      disabled={frozen}
      initialValues={start}
      onValuesChange={onDirty}
      onFinish={submit}
    >
      {role && frozen && !role.grantable && <Alert type="info" showIcon title={say('strongerHint')} />}
      {role?.own && !frozen && <Alert type="info" showIcon title={say('ownHint')} />}
      {role?.roleSystem === 3 && <Alert type="info" showIcon title={say('learnerHint')} />}
      {role && role.holders > 0 && !fixed && (
        <Alert type="warning" showIcon title={say('holdersHint', { count: role.holders })} />
      )}
      <Form.Item
        name="roleName"
        label={say('name')}
        extra={say('nameHint')}
        style={{ marginTop: 16 }}
        rules={[{ required: true, whitespace: true, message: say('required', { field: say('name') }) }]}
      >
        <Input maxLength={40} showCount />
      </Form.Item>
      {role?.roleSystem !== 3 && (
        <Form.Item name="roleSystem" label={say('kind')}>
          <Radio.Group
            disabled={fixed || (role !== null && role.holders > 0)}
            options={([1, 2] as const)
              .filter((value) => fixed || value >= mine.roleSystem)
              .map((value) => ({ value, label: say(`kind${value}`) }))}
          />
        </Form.Item>
      )}
      {roleSystem === 1 && (
        <Form.Item name="dataScope" label={say('scope')}>
          <Radio.Group
            disabled={fixed}
            options={[
              ...(isNarrow && !fixed ? [] : [{ value: 'kind', label: say('scopeKind') }]),
              { value: 'subtree', label: say('scopeSubtree') },
            ]}
          />
        </Form.Item>
      )}
      <Form.Item name="secondFactor" label={say('factor')} extra={say('factorHint')} valuePropName="checked">
        <Switch disabled={frozen || (role?.own === true && role.secondFactor)} />
      </Form.Item>
      <Form.Item name="remark" label={say('remark')}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      {role?.roleSystem !== 3 && (
        <Form.Item name="menus" label={say('menus')} extra={fixed ? null : say('menusHint')}>
          <PermissionTree may={may} disabled={fixed} />
        </Form.Item>
      )}
      {!frozen && (
        <Space>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {say('save')}
          </Button>
          <Button onClick={onCancel}>{say('cancel')}</Button>
        </Space>
      )}
    </Form>
  )
}
