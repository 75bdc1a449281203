import { type Static, Type } from 'typebox'
import {
  call,
  FreeText,
  Id,
  Moment,
  Name,
  Nothing,
  Nullable,
  OneOf,
  PersonName,
} from '../../contract/call.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'

export const projectAdminRefusals = /* @__PURE__ */ refusals({
  administratorNeeded: {
    code: 422,
    zh: '新项目须有第一个管理员：请填写账号和姓名',
    en: 'A new project needs its first administrator: enter account and name',
  },
  ownProject: {
    code: 409,
    zh: '这是您正在使用的项目，不能在这里修改、停用或删除；请用“项目设置”和“管理员”页面',
    en: 'You are using this project, so it cannot be edited, disabled or deleted here; use its “Settings” and “Administrators” pages',
  },
  noAdministratorRole: {
    code: 409,
    zh: '该项目没有管理员角色，请先在该项目中恢复',
    en: 'That project has no administrator role; restore one there first',
  },
  notEmpty: {
    code: 409,
    zh: '项目里还有内容（{what}），不能删除；可以停用',
    en: 'The project is not empty ({what}) and cannot be deleted; it can be disabled',
  },
})

const Administrator = Type.Object({
  loginName: Type.String(),
  userName: Type.String(),
  active: Type.Boolean(),
})

export const FoundedProject = Type.Object({
  id: Id,
  title: Type.String(),
  shortTitle: Type.String(),
  status: OneOf(['active', 'disabled']),
  /** The project the caller works in. */
  own: Type.Boolean(),
  createdAt: Moment,
  learners: Type.Integer(),
  units: Type.Integer(),
  classes: Type.Integer(),
  orders: Type.Integer(),
  /** People signed in now: those whom disabling signs out. */
  sessions: Type.Integer(),
  /** A unit of it, by which its portal is reached; null while it has none. */
  unitId: Nullable(Id),
  administrators: Type.Array(Administrator),
})
export type FoundedProject = Static<typeof FoundedProject>

const allow = '/project-manage/list'
const LoginName = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{3,29}$' })
const Person = Type.Object({ loginName: LoginName, userName: PersonName })

export const projectAdminCalls = {
  queryProjectList: call('/base/project/query-project-list.action', {
    allow,
    wholeProject: true,
    input: Paging(
      {
        title: Type.Optional(Name(60, 0)),
        status: Type.Optional(OneOf(['active', 'disabled'])),
      },
      { sort: ['title', 'status', 'learners', 'units', 'classes', 'createdAt'] },
    ),
    output: PageOf(FoundedProject),
    summary: 'One’s own project and those made from it, with how much is in each and who administers it',
  }),
  saveProject: call('/base/project/save-project.action', {
    allow: `${allow}#save`,
    wholeProject: true,
    input: Type.Object({
      id: Type.Optional(Id),
      title: Name(60),
      shortTitle: Name(20),
      /** A new project's first administrator; of a known project, one more. */
      administrator: Type.Optional(Person),
    }),
    output: Type.Object({
      id: Id,
      /** The administrator's password, shown this once; null when none was added. */
      password: Nullable(Type.String()),
    }),
    summary:
      'Makes a project with its roles and first administrator; or renames one, or adds an administrator',
  }),
  disableProject: call('/base/project/disable-project.action', {
    allow: `${allow}#disable`,
    wholeProject: true,
    input: Type.Object({
      id: Id,
      disabled: Type.Optional(Type.Boolean({ default: true })),
      reason: FreeText(200),
    }),
    output: Nothing,
    summary:
      'Closes a portal: everyone is signed out and visitors are informed; with disabled=false opens it again',
  }),
  deleteProject: call('/base/project/delete-project.action', {
    allow: `${allow}#delete`,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes a project in which nothing has happened yet',
  }),
}
