import Form from 'antd/es/form'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import { roleCalls } from '../../../role/contract.ts'
import { manageCalls } from '../../manage/contract.ts'
import { unitManagerCalls } from '../contract.ts'
import { useUnitManagerWords } from './words.ts'

/** Gives an account that is there already a role for a unit. */
export function AddManagerModal({
  unitId,
  unitName,
  onClose,
}: {
  unitId: string
  unitName: string
  onClose: () => void
}) {
  const say = useUnitManagerWords()
  const [form] = Form.useForm<{ accountId: string; roleId: string }>()
  const guard = useGuardedForm(onClose)
  const [keyword, setKeyword] = useState('')
  const accounts = useCall(
    manageCalls.queryAccountList,
    { limit: 20, status: 'active', ...(keyword ? { keyword } : {}) },
    { keep: true },
  )
  const roles = useCall(roleCalls.queryRoleList, {})
  const add = useAction(unitManagerCalls.addUnitManager, {
    onDone() {
      notify('success', say('added'))
      guard.forget()
      onClose()
    },
  })
  return (
    <Modal
      open
      title={say('addTitle', { unit: unitName })}
      okText={say('add')}
      cancelText={say('cancel')}
      okButtonProps={{ loading: add.isPending }}
      onOk={() => form.submit()}
      onCancel={guard.leave}
    >
      <Form
        name="unit-manager"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        onFinish={({ accountId, roleId }) => add.mutate({ unitId, accountId, roleId })}
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
      </Form>
    </Modal>
  )
}
