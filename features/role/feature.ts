import type { Feature } from '../../server/feature.ts'
import { roleHandlers } from './server/calls.ts'
import { roleExportList } from './server/exports.ts'

/** Roles and what they may do. */
export const roleFeature: Feature = {
  group: 'platform',
  tables: {
    roles: { of: 'project' },
  },
  handlers: [roleHandlers],
  exports: roleExportList,
  audit: {
    actions: {
      'role.change': ['修改角色', 'Updated a role'],
      'role.create': ['新建角色', 'Created a role'],
      'role.delete': ['删除角色', 'Deleted a role'],
    },
    subjects: {
      role: { words: ['角色', 'Role'], name: (db, id) => db`select role_name from roles where id = ${id}` },
    },
  },
}
