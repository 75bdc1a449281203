import { type ComponentType, type ReactNode, use, useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { notify } from '../../../../web/notice.ts'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { offerUndo } from '../../../../web/shell/view/undo.ts'
import { type RowAction, RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { UnitPicker, useChosenUnit } from '../../../unit/web/UnitPicker.tsx'
import { roleCalls } from '../../../role/contract.ts'
import { Permissions } from '../../../../web/shell/view/may.ts'
import { When } from '../../../../web/shell/control/When.tsx'
import { type ManagedAccount, manageCalls, manageExports } from '../contract.ts'
import { type AccountAction, accountLifecycle, permissionsFor } from '../rules.ts'
import { useStateName } from '../../../../web/words.ts'
import './Account.css'
import type { Handover } from './OneTimePassword.tsx'
import { useManageWords } from './words.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'

const OneTimePassword = dialogPart(() => import('./OneTimePassword.tsx'))

const colours = { active: 'green', disabled: 'default', deleted: 'red' } as const

/** A dialog that removes the second factor of an account. */
export type FactorRemoval = ComponentType<{
  account: { id: string; name: string }
  onClose: () => void
}>

/** Accounts with what may be done to each: those of staff, or everyone’s with their locks. */
export function AccountTable({
  everyone = false,
  toolbar,
  onEdit,
  FactorRemoval,
}: {
  everyone?: boolean
  toolbar?: ReactNode
  onEdit?: (account: ManagedAccount) => void
  FactorRemoval?: FactorRemoval
}) {
  const say = useManageWords()
  const stateName = useStateName(accountLifecycle)
  const held = use(Permissions)
  const roles = useCall(roleCalls.queryRoleList, {})
  const [state] = useUrlState()
  const unit = useChosenUnit(state.unitId)
  const [handover, setHandover] = useState<Handover | null>(null)
  const [unfactored, setUnfactored] = useState<{ id: string; name: string } | null>(null)
  const disable = useAction(manageCalls.disableAccount)
  const undisable = useAction(manageCalls.disableAccount, { quiet: true })
  const remove = useAction(manageCalls.deleteAccount)
  const unbind = useAction(manageCalls.unbindOpenId)
  const reset = useAction(manageCalls.resetPassword)
  const end = useAction(manageCalls.endSessions)
  const unlock = useAction(manageCalls.unlockAccount)
  const may = (action: AccountAction, { roleSystem }: ManagedAccount) =>
    permissionsFor(action, roleSystem).some((menu) => held.has(menu))

  function actionsOf(row: ManagedAccount): RowAction[] {
    if (!row.manageable) return []
    const input = { accountId: row.id }
    const name = `${row.userName} · ${row.loginName}`
    const reported = (what: string) => ({
      ...input,
      onDone: () => notify('success', say('done', { what, name: row.userName })),
    })
    const turn = (disabled: boolean) =>
      disable.mutate({
        ...input,
        disabled,
        onDone: () =>
          offerUndo(say('done', { what: say(disabled ? 'disable' : 'enable'), name: row.userName }), () =>
            undisable.mutateAsync({ ...input, disabled: !disabled }),
          ),
      })
    const action = (
      key: 'enable' | AccountAction,
      label: string,
      onClick: () => void,
      ask?: { title: string; text: string },
    ): RowAction => ({ key, label, onClick, ...(ask ? { confirm: ask } : {}) })
    const given: (RowAction | false | undefined)[] = [
      onEdit && may('add', row) && row.roleSystem !== 3 && action('add', say('edit'), () => onEdit(row)),
      may('reset', row) &&
        action(
          'reset',
          say('reset'),
          () =>
            reset.mutate({
              ...input,
              onDone: ({ password }) => setHandover({ name: row.loginName, password }),
            }),
          { title: say('resetConfirm', { name }), text: say('resetText') },
        ),
      everyone &&
        row.lockedUntil !== null &&
        may('unlock', row) &&
        action('unlock', say('unlock'), () => unlock.mutate(reported(say('unlock')))),
      may('disable', row) &&
        (accountLifecycle.can(row.status, 'disable')
          ? action('disable', say('disable'), () => turn(true), {
              title: say('disableConfirm', { name }),
              text: say('disableText'),
            })
          : action('enable', say('enable'), () => turn(false))),
      everyone &&
        row.sessions > 0 &&
        may('end', row) &&
        action('end', say('end'), () => end.mutate(reported(say('end'))), {
          title: say('endConfirm', { name }),
          text: say('endText'),
        }),
      row.wechatBound &&
        may('unbind', row) &&
        action('unbind', say('unbind'), () => unbind.mutate(reported(say('unbind'))), {
          title: say('unbindConfirm', { name }),
          text: say('unbindText'),
        }),
      FactorRemoval &&
        row.hasFactor &&
        may('factor', row) &&
        action('factor', say('factor'), () => setUnfactored({ id: row.id, name })),
      may('delete', row) &&
        (row.roleSystem !== 3 || everyone) && {
          ...action('delete', say('delete'), () => remove.mutate(reported(say('delete'))), {
            title: say('deleteConfirm', { name }),
            text: say('deleteText'),
          }),
          danger: true,
        },
    ]
    return given.filter((each): each is RowAction => Boolean(each))
  }

  return (
    <>
      <CrudTable
        call={manageCalls.queryAccountList}
        exportCall={manageExports.exportAccountList}
        fixed={everyone ? { everyone: true } : {}}
        toolbar={toolbar}
        filters={[
          {
            name: 'keyword',
            label: say('keyword'),
            kind: 'text',
            hint: say('keywordHint'),
          },
          {
            name: 'roleId',
            label: say('role'),
            kind: 'select',
            options: (roles.data ?? [])
              .filter((role) => everyone || role.roleSystem !== 3)
              .map((role) => ({ value: role.id, label: role.roleName })),
          },
          {
            name: 'status',
            label: say('status'),
            kind: 'select',
            options: (['active', 'disabled', 'deleted'] as const).map((value) => ({
              value,
              label: stateName(value),
            })),
          },
          { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
          ...(everyone
            ? [
                {
                  name: 'locked' as const,
                  label: say('locked'),
                  kind: 'select' as const,
                  options: [
                    { value: 'yes', label: say('lockedYes') },
                    { value: 'no', label: say('lockedNo') },
                  ],
                },
              ]
            : []),
        ]}
        columns={[
          {
            key: 'realName',
            title: say('realName'),
            render: (_, row) => (
              <>
                {row.userName} {row.own && <Tag color="blue">{say('own')}</Tag>}
                <div className="crud-line">{row.loginName}</div>
              </>
            ),
          },
          { key: 'mobileMask', title: say('mobile'), dataIndex: 'mobileMask' },
          {
            key: 'role',
            title: say('role'),
            render: (_, row) =>
              row.roles.map((role) => (
                <div key={`${role.roleId} ${role.unitId}`}>
                  {role.roleName}
                  {role.unitName && <span className="crud-line">{role.unitName}</span>}
                </div>
              )),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <span className="account-tags k-cluster k-gap-1">
                <Tag color={colours[row.status]}>{stateName(row.status)}</Tag>
                {row.lockedUntil && (
                  <Tag color="red" title={say('lockedUntil', { time: dateTime(row.lockedUntil) })}>
                    {say('lockedYes')}
                  </Tag>
                )}
                {row.mustChangePassword && <Tag color="orange">{say('mustChangePassword')}</Tag>}
                {row.hasFactor && <Tag color="green">{say('twoStepVerification')}</Tag>}
                {row.wechatBound && <Tag>{say('wechat')}</Tag>}
              </span>
            ),
          },
          {
            key: 'lastLoginAt',
            title: say('lastSignIn'),
            render: (_, row) => (row.lastLoginAt ? <When at={row.lastLoginAt} /> : say('neverSignedIn')),
          },
          {
            key: 'sessions',
            title: say('sessions'),
            align: 'right',
            render: (_, row) => row.sessions > 0 && say('sessionCount', { count: row.sessions }),
          },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actionsOf(row)} />,
          },
        ]}
      />
      {handover && <OneTimePassword handover={handover} onClose={() => setHandover(null)} />}
      {FactorRemoval && unfactored && (
        <FactorRemoval account={unfactored} onClose={() => setUnfactored(null)} />
      )}
    </>
  )
}
