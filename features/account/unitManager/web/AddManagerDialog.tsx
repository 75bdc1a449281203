import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { useWholeWords } from '../../../../web/composing.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { usePaused } from '../../../../web/shell/view/usePaused.ts'
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
  const [text, setText] = useState('')
  const onSearch = useWholeWords(setText)
  const keyword = usePaused(text.trim())
  const accounts = useCall(
    manageCalls.queryAccountList,
    { limit: 20, status: 'active', ...(keyword ? { keyword } : {}) },
    { keep: true },
  )
  const roles = useCall(roleCalls.queryRoleList, {})
  const given = (roles.data ?? []).filter((role) => role.grantable && role.roleSystem === 2)
  const add = useAction(unitManagerCalls.addUnitManager, { quiet: true })
  return (
    <FormDialog<{ accountId?: string; roleId?: string }, unknown>
      name="unit-manager"
      title={say('addTitle', { unit: unitName })}
      submit={say('add')}
      open={!roles.isPending}
      values={given[0] ? { roleId: given[0].id } : {}}
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
          showSearch={{ filterOption: false, onSearch }}
          loading={accounts.isFetching}
          options={(accounts.data?.list ?? [])
            .filter((account) => account.manageable)
            .map((account) => ({ value: account.id, label: `${account.userName} · ${account.loginName}` }))}
        />
      </Form.Item>
      <Form.Item name="roleId" label={say('role')} rules={[{ required: true, message: say('roleNeeded') }]}>
        <Select<string> options={given.map((role) => ({ value: role.id, label: role.roleName }))} />
      </Form.Item>
    </FormDialog>
  )
}
