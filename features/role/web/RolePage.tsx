import { useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { When } from '../../../web/shell/control/When.tsx'
import { type RoleRow, roleCalls, roleExports } from '../contract.ts'
import { countOf } from './permissions.ts'
import { useRoleWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const RoleDrawer = dialogPart(() => import('./RoleDrawer.tsx'))

const kinds = { 1: 'kind1', 2: 'kind2', 3: 'kind3' } as const
const kindOf = (roleSystem: number) => kinds[roleSystem as 1 | 2 | 3]

/** /account-manage/role: roles with what they may do and see; make, edit, delete. */
export default function RolePage() {
  const say = useRoleWords()
  const mayChange = useMay(roleCalls.saveRole)
  const [opened, setOpened] = useState<RoleRow | 'new' | null>(null)
  useBegin('role', () => setOpened('new'))
  const save = useAction(roleCalls.saveRole)
  const scopeOf = (row: RoleRow) => {
    if (row.roleSystem === 3) return say('scopeOwn')
    return say(row.roleSystem === 2 || row.dataScope === 'subtree' ? 'scopeSubtree' : 'scopeKind')
  }
  const remove = ({ id, roleName, roleSystem }: RoleRow) =>
    save.mutate({
      id,
      roleName,
      roleSystem,
      menus: [],
      deleted: true,
      onDone: () => notify('success', say('deleted', { name: roleName })),
    })

  return (
    <>
      <CrudTable
        call={roleCalls.pageRoleList}
        exportCall={roleExports.exportRoleList}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text' },
          {
            name: 'roleSystem',
            label: say('kind'),
            kind: 'select',
            meant: Number,
            options: ([1, 2, 3] as const).map((value) => ({
              value: String(value),
              label: say(kinds[value]),
            })),
          },
        ]}
        toolbar={
          mayChange && (
            <Button type="primary" onClick={() => setOpened('new')}>
              {say('create')}
            </Button>
          )
        }
        columns={[
          {
            key: 'roleName',
            title: say('name'),
            render: (_, row) => (
              <>
                <Button type="link" style={{ paddingInline: 0 }} onClick={() => setOpened(row)}>
                  {row.roleName}
                </Button>{' '}
                {row.own && <Tag color="blue">{say('own')}</Tag>}
              </>
            ),
          },
          { key: 'roleSystem', title: say('kind'), render: (_, row) => say(kindOf(row.roleSystem)) },
          { key: 'scope', title: say('scope'), render: (_, row) => scopeOf(row) },
          {
            key: 'menus',
            title: say('menus'),
            render: (_, row) =>
              row.menus.length > 0 ? say('menuCount', countOf(row.menus)) : say('noMenus'),
          },
          {
            key: 'twoStepVerification',
            title: say('twoStepVerification'),
            render: (_, row) => row.secondFactor && <Tag color="green">{say('on')}</Tag>,
          },
          { key: 'holders', title: say('holders'), align: 'right', dataIndex: 'holders' },
          { key: 'remark', title: say('remark'), dataIndex: 'remark', width: 140 },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  {
                    key: 'open',
                    opens: true,
                    label: say(mayChange && row.grantable ? 'editShort' : 'viewShort'),
                    onClick: () => setOpened(row),
                  },
                  ...(mayChange && row.grantable && row.holders === 0 && row.roleSystem !== 3
                    ? [
                        {
                          key: 'delete',
                          label: say('delete'),
                          danger: true,
                          onClick: () => remove(row),
                          confirm: {
                            title: say('deleteConfirm', { name: row.roleName }),
                            text: say('deleteHint'),
                          },
                        },
                      ]
                    : []),
                ]}
              />
            ),
          },
        ]}
      />
      {opened && (
        <RoleDrawer
          role={opened === 'new' ? null : opened}
          mayChange={mayChange}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
