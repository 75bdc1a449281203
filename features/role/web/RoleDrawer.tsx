import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Switch from 'antd/es/switch'
import { useAction, useCall } from '../../../web/client.ts'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { type MyPermissions, type RoleRow, roleCalls } from '../contract.ts'
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

/** Creates a role, changes one, or shows one that may not be changed. */
export default function RoleDrawer({
  role,
  mayChange,
  onClose,
}: {
  role: RoleRow | null
  mayChange: boolean
  onClose: () => void
}) {
  const say = useRoleWords()
  const mine = useCall(roleCalls.getMyPermission, {})
  const save = useAction(roleCalls.saveRole, { quiet: true })
  const frozen = !mayChange || (role !== null && !role.grantable)
  const fixed = isFixed(role, frozen)
  const isNarrow = mine.data?.dataScope === 'subtree'
  const values: Fields = {
    roleName: role?.roleName ?? '',
    roleSystem: role?.roleSystem ?? mine.data?.roleSystem ?? 1,
    dataScope: role?.dataScope ?? (isNarrow ? 'subtree' : 'kind'),
    secondFactor: role?.secondFactor ?? false,
    remark: role?.remark ?? '',
    menus: role?.menus ?? [],
  }

  return (
    <FormDrawer
      name="role"
      title={role ? `${say(frozen ? 'view' : 'edit')} · ${role.roleName}` : say('create')}
      query={mine}
      isReadOnly={frozen}
      values={values}
      onSave={({ dataScope, menus, ...fields }) =>
        save.mutateAsync({
          ...fields,
          ...(role ? { id: role.id } : {}),
          dataScope: fields.roleSystem === 1 ? dataScope : 'kind',
          menus: fixed
            ? menus
            : menus.filter((permission) => mayGive(mine.data!, fields.roleSystem, permission)),
        })
      }
      success={say('saved')}
      onClose={onClose}
    >
      {mine.data && <RoleInputs role={role} mine={mine.data} frozen={frozen} />}
    </FormDrawer>
  )
}

/** True if the permissions cannot be changed here: those of a role of the reader's own or of learners. */
const isFixed = (role: RoleRow | null, frozen: boolean) =>
  frozen || (role !== null && (role.own || role.roleSystem === 3))

/** Nobody gives what they do not hold, nor a unit's role a page of the provider's. */
const mayGive = (mine: MyPermissions, roleSystem: number, permission: string) =>
  mine.menus.includes(permission) &&
  !(roleSystem === 2 && providerPages.some((page) => permission.startsWith(page)))

function RoleInputs({ role, mine, frozen }: { role: RoleRow | null; mine: MyPermissions; frozen: boolean }) {
  const say = useRoleWords()
  const roleSystem = Form.useWatch<number | undefined>('roleSystem') ?? role?.roleSystem ?? mine.roleSystem
  const isNarrow = mine.dataScope === 'subtree'
  const fixed = isFixed(role, frozen)
  const may = (permission: string) =>
    fixed ? (role?.menus.includes(permission) ?? false) : mayGive(mine, roleSystem, permission)
  return (
    <>
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
        rules={[{ required: true, whitespace: true, message: say('fieldRequired', { field: say('name') }) }]}
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
      <Form.Item
        name="secondFactor"
        label={say('twoStepVerification')}
        extra={say('factorHint')}
        valuePropName="checked"
      >
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
    </>
  )
}
