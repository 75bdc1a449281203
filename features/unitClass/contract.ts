import { type Static, Type } from 'typebox'
import {
  call,
  Fen,
  Id,
  Keyword,
  Moment,
  Name,
  Named,
  Nothing,
  Nullable,
  OneOf,
  Text,
  Year,
} from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { Revision } from '../../contract/revision.ts'
import { Bilingual, ImportProgress } from '../import/contract.ts'
import { payModes, peopleAtOnce, personProblems, rosterStates, unitClassObstacles } from './rules.ts'

export const unitClassMenu = '/train-manage/unit-class'

/** Ways in which an order of a unit class may be paid. */
export const PayMode = OneOf(payModes)

/** A class opened for one unit, with its own price and terms. */
export const UnitClass = Named('UnitClass', {
  id: Id,
  name: Type.String(),
  unitId: Id,
  unitName: Type.String(),
  classId: Id,
  className: Type.String(),
  classType: Type.String(),
  categoryName: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  /** Fen a head, and the class's own price. */
  price: Fen,
  listPrice: Fen,
  /**
   * Price a head that a second person has to approve, its own where only its places or ways to pay wait; null where none
   * waits, and always for a unit, whose price it is not yet.
   */
  proposedPrice: Nullable(Fen),
  /** Until when people can be ordered; null for as long as the class can be studied. */
  signUpTo: Nullable(Moment),
  /** End of study for its people; null for the class's own. */
  studyTo: Nullable(Moment),
  /** The class's own end of study, and days of access after the place is opened. */
  classStudyTo: Nullable(Moment),
  validDays: Nullable(Type.Integer()),
  /** Places the unit may take; null without a limit of its own. */
  quota: Nullable(Type.Integer()),
  /** Places that can be ordered still, by its own quota and the class's; null without a limit. */
  seatsLeft: Nullable(Type.Integer()),
  payModes: Type.Array(PayMode),
  /** The unit opened it itself, at its terms. */
  byUnit: Type.Boolean(),
  /** Reason for which nobody can be ordered now; null where it is open. */
  obstacle: Nullable(OneOf(unitClassObstacles)),
  /** People on the roster; of those ordered and not paid, with an open place, begun, and passed. */
  people: Type.Integer(),
  ordered: Type.Integer(),
  opened: Type.Integer(),
  begun: Type.Integer(),
  passed: Type.Integer(),
  /** The caller may change and delete it. */
  editable: Type.Boolean(),
  revision: Revision,
  createdAt: Moment,
})
export type UnitClass = Static<typeof UnitClass>

/** Reason for which a person cannot have a place of a unit class, and what to do about it. */
export const PersonProblem = Type.Object({
  code: OneOf(personProblems),
  ...Bilingual.properties,
  fix: Bilingual,
})
export type PersonProblem = Static<typeof PersonProblem>

const Person = {
  accountId: Id,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
}

/** A person of the roster, and how far they have come. */
export const RosterRow = Type.Object({
  ...Person,
  state: OneOf(rosterStates),
  /** Reason for which the person cannot be ordered, while no order has them; or for which their paid place is not open. */
  problem: Nullable(PersonProblem),
  /** The order that has the person, and the item of it. */
  orderId: Nullable(Id),
  orderNo: Nullable(Type.String()),
  itemId: Nullable(Id),
  enrolmentId: Nullable(Id),
  /** Basis points. */
  progress: Type.Integer(),
  studiedAt: Nullable(Moment),
  passedAt: Nullable(Moment),
  expiresAt: Nullable(Moment),
  remindedAt: Nullable(Moment),
  /** Paid and not begun: it can be given to another person. */
  replaceable: Type.Boolean(),
  addedAt: Moment,
})
export type RosterRow = Static<typeof RosterRow>

/** A person of the unit who may be put on the roster. */
const StaffRow = Type.Object({
  ...Person,
  /** The roster has them already. */
  listed: Type.Boolean(),
  problem: Nullable(PersonProblem),
})

/** A published class with what it costs a unit by its terms. */
const ClassOffer = Type.Object({
  classId: Id,
  name: Type.String(),
  classType: Type.String(),
  categoryName: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  /** The class's own price, and the unit's a head, in fen. */
  listPrice: Fen,
  price: Fen,
  seatsLeft: Nullable(Type.Integer()),
  signUpTo: Nullable(Moment),
  studyTo: Nullable(Moment),
  validDays: Nullable(Type.Integer()),
  /** Reason for which the unit cannot open it. */
  obstacle: Nullable(OneOf(unitClassObstacles)),
})

/** A pasted row: a name, and an ID or mobile number. */
const PastedRow = Type.Object({
  name: Type.String({ maxLength: 100 }),
  number: Type.String({ maxLength: 60 }),
  /** Adds a person nobody knows yet; takes a name and an ID number. */
  create: Type.Optional(Type.Boolean()),
})

/** States of a pasted row: a known person, one nobody knows who could be created, or something wrong. */
const pastedStates = ['found', 'unknown', 'bad'] as const

const PastedResult = Type.Object({
  /** Place in the input, from 0. */
  row: Type.Integer(),
  state: OneOf(pastedStates),
  /** The person found by both name and number. */
  accountId: Nullable(Id),
  /** Their name as registered; of people of the unit also where another was pasted. */
  realName: Nullable(Type.String()),
  /** On the roster since this call, or before. */
  listed: Type.Boolean(),
  /** Problems with the name, the number, or (null) the row. */
  problems: Type.Array(
    Type.Object({
      column: Nullable(OneOf(['name', 'number'])),
      code: Type.String(),
      ...Bilingual.properties,
      fix: Type.Optional(Bilingual),
    }),
  ),
})
export type PastedResult = Static<typeof PastedResult>

const Pasted = Type.Array(PastedRow, { minItems: 1, maxItems: peopleAtOnce })
const PastedAnswer = Type.Object({
  found: Type.Integer(),
  unknown: Type.Integer(),
  bad: Type.Integer(),
  added: Type.Integer(),
  rows: Type.Array(PastedResult),
})

const AccountIds = Type.Array(Id, { minItems: 1, maxItems: peopleAtOnce, uniqueItems: true })
const readers = [unitClassMenu, '/order-manage/list'] as const

/** Counts of the board by state. */
const BoardCounts = Type.Object(
  Object.fromEntries(rosterStates.map((state) => [state, Type.Integer()])) as Record<
    (typeof rosterStates)[number],
    ReturnType<typeof Type.Integer>
  >,
)

export const unitClassCalls = {
  queryPageList: call('/base/unit-class/query-page-list.action', {
    allow: readers,
    viewable: true,
    input: Paging(
      {
        id: Type.Optional(Id),
        /** A unit with everything below it. */
        unitId: Type.Optional(Id),
        classId: Type.Optional(Id),
        /** Part of the name of the unit class or of its class. */
        keyword: Type.Optional(Keyword(60)),
        year: Type.Optional(Year),
        /** Only those of which people can be ordered now. */
        open: Type.Optional(Type.Boolean()),
      },
      { sort: ['price', 'createdAt'] },
    ),
    output: PageOf(UnitClass),
    summary: 'Unit classes of the units the caller may see, newest first',
  }),
  getUnitClassDetailAndList: call('/base/unit-class/get-unit-class-detail-and-list.action', {
    allow: readers,
    viewable: true,
    input: Paging({
      id: Id,
      /** Part of a name. */
      keyword: Type.Optional(Keyword(40)),
      state: Type.Optional(Type.Array(OneOf(rosterStates), { minItems: 1, maxItems: rosterStates.length })),
      /** Only those who can (false) or cannot (true) be ordered, of those no order has. */
      blocked: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ detail: UnitClass, counts: BoardCounts, ...PageOf(RosterRow).properties }),
    summary:
      'A unit class with a page of its people, how far each has come, and how many are in each state: its detail and its board',
  }),
  findOffers: call('/base/unit-class/find-offers.action', {
    allow: unitClassMenu,
    viewable: true,
    input: Paging({
      /** The unit it is for; the caller's own where it is left out. */
      unitId: Type.Optional(Id),
      classId: Type.Optional(Id),
      keyword: Type.Optional(Keyword(60)),
      classType: Type.Optional(Text(40, 0)),
      year: Type.Optional(Year),
    }),
    output: PageOf(ClassOffer),
    summary: 'Published classes with the price a head by the terms of a unit',
  }),
  saveOrUpdate: call('/base/unit-class/save-or-update.action', {
    allow: unitClassMenu,
    input: Type.Object({
      id: Type.Optional(Id),
      revision: Type.Optional(Revision),
      /** Made once a new one: the same key gives the unit class it made. */
      requestKey: Type.Optional(Text(64, 8)),
      /** The caller's own unit where it is left out. */
      unitId: Type.Optional(Id),
      classId: Id,
      /** The class's name where it is left out. */
      name: Type.Optional(Name(120, 0)),
      /** The rest is the provider's; left out, the price is by the terms of the unit, and what costs is paid by code or transfer. */
      price: Type.Optional(Fen),
      signUpTo: Type.Optional(Nullable(Moment)),
      studyTo: Type.Optional(Nullable(Moment)),
      quota: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
      payModes: Type.Optional(
        Type.Array(PayMode, { minItems: 1, maxItems: payModes.length, uniqueItems: true }),
      ),
    }),
    output: UnitClass,
    summary:
      'Opens a class for one unit, or changes it; a unit’s manager opens a published one at the unit’s terms',
  }),
  deleteEntity: call('/base/unit-class/delete-entity.action', {
    allow: `${unitClassMenu}#delete`,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes a unit class that no order holds people of',
  }),
  findStaff: call('/base/unit-class/find-staff.action', {
    allow: unitClassMenu,
    viewable: true,
    input: Paging({
      unitClassId: Id,
      keyword: Type.Optional(Keyword(40)),
      free: Type.Optional(Type.Boolean()),
    }),
    output: PageOf(StaffRow),
    summary:
      'People of the unit and those below it, each with why they cannot have a place; `free` leaves out those and who is listed',
  }),
  checkPeople: call('/base/unit-class/check-people.action', {
    allow: unitClassMenu,
    perMinute: 60,
    input: Type.Object({ unitClassId: Id, rows: Pasted }),
    output: PastedAnswer,
    summary: 'Says row by row who pasted rows are, or what is wrong; nothing is added',
  }),
  addPeople: call('/base/unit-class/add-people.action', {
    allow: unitClassMenu,
    perMinute: 60,
    input: Type.Object({
      unitClassId: Id,
      /** Ticked people of the unit. */
      accountIds: Type.Optional(AccountIds),
      /** Pasted rows: those that are right are added. */
      rows: Type.Optional(Pasted),
      /** Those who failed in, or let expire, another unit class of the same unit. */
      failedOf: Type.Optional(Id),
    }),
    output: PastedAnswer,
    summary:
      'Puts people on the roster; says of each why not, and adds the others. The same again adds nobody',
  }),
  removePeople: call('/base/unit-class/remove-people.action', {
    allow: unitClassMenu,
    input: Type.Object({ unitClassId: Id, accountIds: AccountIds }),
    output: Type.Object({ removed: Type.Integer() }),
    summary: 'Takes people off the roster whom no order has, or has any more; all or none',
  }),
  remind: call('/base/unit-class/remind.action', {
    allow: unitClassMenu,
    perMinute: 60,
    input: Type.Object({
      unitClassId: Id,
      /** All who have an open place and have not begun, where it is left out. */
      accountIds: Type.Optional(AccountIds),
    }),
    output: Type.Object({ reminded: Type.Integer(), skipped: Type.Integer() }),
    summary: 'Reminds people who have not begun to study; each once a day at most',
  }),
  downloadImportExcel: call('/base/unit-class/download-import-excel.action', {
    allow: unitClassMenu,
    method: 'GET',
    reply: 'file',
    input: Type.Object({}),
    output: Nothing,
    summary: 'The template of a roster for a unit class',
  }),
  importUnitClassStu: call('/base/unit-class/import-unit-class-stu.action', {
    allow: unitClassMenu,
    perMinute: 60,
    input: Type.Object({
      unitClassId: Id,
      /** The sheet, as `/base/import/get-upload-token.action` announced it. */
      uploadId: Id,
      /** True creates people nobody knows yet; their rows are refused by default. */
      createUnknown: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ importId: Id }),
    summary:
      'Begins to check a sheet of people for the roster; applied by /base/import/apply.action. The same upload gives the same import',
  }),
  getImportStudentProgress: call('/base/unit-class/get-import-student-progress.action', {
    allow: [unitClassMenu, '/student-manage/student#import'],
    input: Type.Object({
      /** The import; one's own last roster where it is left out. */
      importId: Type.Optional(Id),
    }),
    output: ImportProgress,
    summary: 'How far an import of a roster is, of a unit class or of a unit; absent is 404',
  }),
  exportErrorUnitClassExcel: call('/base/error-batch-import-order/export-error-unit-class-excel.action', {
    allow: unitClassMenu,
    reply: 'file',
    input: Type.Object({ importId: Id }),
    output: Nothing,
    summary: 'The rows of a unit class’s roster that were not taken, with reasons',
  }),
}

export const unitClassExports = {
  exportPeople: exportOf(unitClassCalls.getUnitClassDetailAndList, '/base/unit-class/export-people.action', {
    title: { zh: '单位班级学员', en: 'People of a unit class' },
    numbers: ['card', 'mobile'],
  }),
}
