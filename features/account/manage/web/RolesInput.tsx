import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { menuPages, menuUrls } from '../../../../contract/menu.ts'
import { useCall } from '../../../../web/client.ts'
import { UnitPicker } from '../../../unit/web/UnitPicker.tsx'
import { useBilingual } from '../../../../web/words.ts'
import { roleCalls, type RoleName } from '../../../role/contract.ts'
import './Account.css'
import { useManageWords } from './words.ts'

/** The data and pages that the chosen role lets its holder see. */
function RoleSees({
  name,
  roles,
  isNarrow,
}: {
  name: number
  roles: readonly RoleName[]
  isNarrow: boolean
}) {
  const say = useManageWords()
  const pick = useBilingual()
  const roleId = Form.useWatch<string | undefined>(['roles', name, 'roleId'])
  const role = roles.find(({ id }) => id === roleId)
  if (!role) return null
  const titles = menuUrls
    .filter((url) => role.pages.includes(url))
    .map((url) => pick(...menuPages[url].title))
  const isOfUnit = isNarrow || role.roleSystem === 2 || role.dataScope === 'subtree'
  return say(isOfUnit ? 'seesUnit' : 'seesProject', { pages: titles.join(say('comma')) })
}

/** The roles of an account with their units, the main one first. */
export function RolesInput() {
  const say = useManageWords()
  const roles = useCall(roleCalls.queryRoleList, {})
  const mine = useCall(roleCalls.getMyPermission, {})
  const given = (roles.data ?? []).filter((role) => role.grantable && role.roleSystem !== 3)
  const isNarrow = mine.data?.dataScope === 'subtree' || mine.data?.roleSystem === 2
  const needsUnit = (roleId: string | undefined) => {
    const role = given.find((each) => each.id === roleId)
    return role !== undefined && (isNarrow || role.roleSystem === 2 || role.dataScope === 'subtree')
  }
  if (roles.data && given.length === 0) return <Alert type="warning" showIcon title={say('noRole')} />
  return (
    <fieldset className="account-roles k-box">
      <legend>{say('roles')}</legend>
      <p className="account-hint">{say('rolesHint')}</p>
      <Form.List name="roles">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => {
              const label = name === 0 ? say('mainRole') : say('furtherRole', { n: name })
              return (
                <div key={key} className="account-role">
                  <Form.Item
                    name={[name, 'roleId']}
                    label={label}
                    extra={<RoleSees name={name} roles={given} isNarrow={isNarrow} />}
                    rules={[{ required: true, message: say('roleNeeded') }]}
                  >
                    <Select
                      loading={roles.isPending}
                      showSearch={{ optionFilterProp: 'label' }}
                      options={given.map((role) => ({ value: role.id, label: role.roleName }))}
                    />
                  </Form.Item>
                  <Form.Item
                    name={[name, 'unitId']}
                    label={say('unit')}
                    dependencies={[['roles', name, 'roleId']]}
                    rules={[
                      ({ getFieldValue }) => ({
                        async validator(_, unitId?: string) {
                          const roleId = getFieldValue(['roles', name, 'roleId']) as string | undefined
                          if (!unitId && needsUnit(roleId)) throw new Error(say('unitNeeded'))
                        },
                      }),
                    ]}
                  >
                    <UnitPicker />
                  </Form.Item>
                  {name > 0 && (
                    <Button
                      type="text"
                      danger
                      icon={<DeleteOutlined />}
                      aria-label={say('removeRole', { n: name })}
                      onClick={() => remove(name)}
                    />
                  )}
                </div>
              )
            })}
            {fields.length < 10 && (
              <Button type="dashed" icon={<PlusOutlined />} onClick={() => add({})}>
                {say('addRole')}
              </Button>
            )}
          </>
        )}
      </Form.List>
    </fieldset>
  )
}
