import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/FormDialog.tsx'
import { roleCalls } from '../../../role/contract.ts'
import { manageCalls } from '../../manage/contract.ts'
import { unitManagerCalls } from '../contract.ts'
import { useUnitManagerWords } from './words.ts'

/** Gives an account that is there already a role for a unit. */
export default function AddManagerDialog({
  unitId,
  unitName,
  onClose,
}: {
  unitId: string
  unitName: string
  onClose: () => void
}) {
  const say = useUnitManagerWords()
  const [keyword, setKeyword] = useState('')
  const accounts = useCall(
    manageCalls.queryAccountList,
    { limit: 20, status: 'active', ...(keyword ? { keyword } : {}) },
    { keep: true },
  )
  const roles = useCall(roleCalls.queryRoleList, {})
  const add = useAction(unitManagerCalls.addUnitManager, { quiet: true })
  return (
    <FormDialog<{ accountId?: string; roleId?: string }, unknown>
      name="unit-manager"
      title={say('addTitle', { unit: unitName })}
      submit={say('add')}
      values={{}}
      onSave={({ accountId, roleId }) => add.mutateAsync({ unitId, accountId: accountId!, roleId: roleId! })}
      success={say('added')}
      onClose={onClose}
    >
      <Form.Item
        name="accountId"
        label={say('account')}
        extra={say('accountHint')}
        rules={[{ required: true, message: say('accountNeeded') }]}
      >
        <Select<string>
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          loading={accounts.isFetching}
          options={(accounts.data?.list ?? [])
            .filter((account) => account.manageable)
            .map((account) => ({ value: account.id, label: `${account.userName} · ${account.loginName}` }))}
        />
      </Form.Item>
      <Form.Item name="roleId" label={say('role')} rules={[{ required: true, message: say('roleNeeded') }]}>
        <Select<string>
          loading={roles.isPending}
          options={(roles.data ?? [])
            .filter((role) => role.grantable && role.roleSystem === 2)
            .map((role) => ({ value: role.id, label: role.roleName }))}
        />
      </Form.Item>
    </FormDialog>
  )
}
