import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { isMobile } from '../../../../contract/identity.ts'
import { normalizeMobile } from '../../../../contract/normalize.ts'
import { send, useAction, useCall } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { FormDrawer } from '../../../../web/shell/form/FormDrawer.tsx'
import { roleCalls } from '../../../role/contract.ts'
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

const fieldsOf = ({ loginName, userName, roles }: ManagedAccount): Fields => ({
  loginName,
  userName,
  mobile: '',
  roles: roles.map(({ roleId, unitId }) => ({ roleId, ...(unitId ? { unitId } : {}) })),
})

/** Adds an account of staff or changes one. */
export default function AccountDrawer({
  account,
  unitId,
  onClose,
  onMade,
}: {
  account: ManagedAccount | null
  /** The unit a new account begins with. */
  unitId?: string
  onClose: () => void
  /** A new account's password, to be shown once. */
  onMade: (handover: Handover) => void
}) {
  const say = useManageWords()
  const save = useAction(manageCalls.addAccount, { quiet: true })
  const roles = useCall(roleCalls.queryRoleList, {}, { enabled: unitId !== undefined })
  // A new account of a unit's page manages that unit.
  const unitRole = roles.data?.find((role) => role.grantable && role.roleSystem === 2)?.id
  const isReady = account !== null || unitId === undefined || !roles.isPending
  async function load() {
    const { list } = await send(manageCalls.queryAccountList, { accountId: account!.id })
    return { revision: list[0]!.revision, values: fieldsOf(list[0]!) }
  }

  const required = (field: string) => ({
    required: true,
    whitespace: true,
    message: say('fieldRequired', { field }),
  })
  return (
    <FormDrawer
      name="account"
      open={isReady}
      title={account ? say('editTitle', { name: account.userName }) : say('create')}
      values={
        account
          ? fieldsOf(account)
          : {
              loginName: '',
              userName: '',
              mobile: '',
              roles: [unitId ? { unitId, ...(unitRole ? { roleId: unitRole } : {}) } : {}],
            }
      }
      revised={account && { revision: account.revision, load }}
      onSave={({ mobile, roles, ...fields }, revision) =>
        save.mutateAsync({
          ...fields,
          ...(account ? { accountId: account.id, revision: revision! } : {}),
          ...(mobile ? { mobile } : {}),
          roles: roles.map(({ roleId, unitId }) => ({ roleId: roleId!, unitId: unitId ?? null })),
        })
      }
      onSaved={({ password }, { loginName }) => {
        onClose()
        if (password) onMade({ name: loginName, password })
        else notify('success', say('saved'))
      }}
      onClose={onClose}
    >
      <Form.Item name="userName" label={say('realName')} rules={[required(say('realName'))]}>
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="loginName"
        label={say('account')}
        extra={say('loginNameHint')}
        rules={[{ required: true, pattern: /^[A-Za-z]\w{3,29}$/ }]}
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
              if (!isMobile(normalizeMobile(text))) throw new Error(say('mobileWrong'))
            },
          },
        ]}
      >
        <Input inputMode="tel" autoComplete="off" />
      </Form.Item>
      <RolesInput />
    </FormDrawer>
  )
}
