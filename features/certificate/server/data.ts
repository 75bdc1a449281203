import { type Static, Type } from 'typebox'
import type { OutputOf } from '../../../contract/call.ts'
import { longIdCard } from '../../../contract/identity.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { Moment, Nullable } from '../../../contract/call.ts'
import { nameKey, normalizeCode } from '../../../contract/normalize.ts'
import { type Db, rowOf, rowsOf, where } from '../../../server/db.ts'
import { inScope, isOwnSession, isSignedInHere, type Scope } from '../../../server/session.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { Certificate, type certificateCalls, CertificateStatus } from '../contract.ts'
import { CertificateKind, Design, SkillLevel } from '../template/contract.ts'

const columns = (db: Db) => db`
  c.id, c.number, c.kind, c.holder->>'className' as class_name, c.holder->>'level' as level, (c.holder->>'year')::int as year,
  (c.holder->>'hoursTenths')::int as hours_tenths, (c.design->>'width')::float8 as width, (c.design->>'height')::float8 as height, coalesce((c.holder->>'heldTenths')::int, 0) as held_tenths, c.status, c.issued_at,
  case when c.holder ? 'reissuedDate' then c.holder->>'issuedDate' end as first_issued, c.verify_code,
  case when c.revoked_by is not null then c.revoke_reason end as revoke_reason,
  (select jsonb_build_object('id', n.id, 'number', n.number) from certificates n where n.reissue_of = c.id limit 1) as replaced_by`

/** A certificate with the size of its page in millimetres. */
const ListedCertificate = Type.Object({
  ...Certificate.properties,
  width: Type.Number(),
  height: Type.Number(),
})
export type ListedCertificate = Static<typeof ListedCertificate>

/** A learner's certificates, newest first. */
export async function listCertificates(
  db: Db,
  accountId: string,
  only: { year?: number; enrolmentId?: string; kind?: string },
): Promise<ListedCertificate[]> {
  const rows = await db`
    select ${columns(db)} from certificates c
    ${where(db, [
      db`c.account_id = ${accountId}`,
      only.year && db`(c.holder->>'year')::int = ${only.year}`,
      only.enrolmentId && db`c.enrolment_id = ${only.enrolmentId}`,
      only.kind && db`c.kind = ${only.kind}`,
      db`(c.kind <> 'year' or not (settings_of(c.project_id)->>'hideYearCertificate')::boolean)`,
    ])}
    order by c.issued_at desc, c.id desc`
  return rowsOf(ListedCertificate, rows)
}

/** Refuses (404) an account that is not in a scope. */
export async function assertInScope(db: Db, scope: Scope, accountId: string): Promise<void> {
  const [account] = await db`
    select from accounts a left join units u on u.id = a.unit_id
    where a.id = ${accountId} and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}`
  if (!account) refuse(commonRefusals.notFound)
}

/** Hours that a year asks for: by class type, and in total. */
export const Asked = Type.Object({
  requiredHoursTenths: Type.Record(Type.String(), Type.Integer()),
  totalHoursTenths: Type.Integer(),
})
export type Asked = Static<typeof Asked>

/** The holder's data on a certificate, as of its issue. */
export const HolderRow = Type.Object({
  realName: Type.String(),
  cardMask: Type.String(),
  unitName: Type.String(),
  className: Type.String(),
  /** Level of a skill that has one. */
  level: Type.Optional(SkillLevel),
  year: Type.Integer(),
  /** Hours a year asked for when it was earned. */
  asked: Type.Optional(Asked),
  /** Hours that the class brought. */
  hoursTenths: Type.Integer(),
  /** Hours of the class that count from others of the year; left out where there are none. */
  heldTenths: Type.Optional(Type.Integer()),
  number: Type.String(),
  issuedDate: Type.String(),
  reissuedDate: Type.Optional(Type.String()),
  projectTitle: Type.String(),
})

export type PrintRow = Static<typeof PrintRow>
const PrintRow = Type.Object({
  number: Type.String(),
  kind: CertificateKind,
  status: CertificateStatus,
  verifyCode: Type.String(),
  holder: HolderRow,
  design: Design,
})

/** Returns certificate data for printing one of the learner's own, or refuses with 404. */
export async function getPrint(db: Db, accountId: string, id: string): Promise<PrintRow> {
  const rows = await db`
    select number, kind, status, verify_code, holder, design from certificates
    where id = ${id} and account_id = ${accountId}`
  return rowOf(PrintRow, rows) ?? refuse(commonRefusals.notFound)
}

/** Returns certificate data for printing within a scope, or refuses with 404. */
export async function getPrintInScope(db: Db, scope: Scope, id: string): Promise<PrintRow> {
  const rows = await db`
    select c.number, c.kind, c.status, c.verify_code, c.holder, c.design
    from certificates c join accounts a on a.id = c.account_id left join units u on u.id = a.unit_id
    where c.id = ${id} and ${inScope(db, scope, { project: 'c.project_id', unitPath: 'u.path', account: 'a.id' })}`
  return rowOf(PrintRow, rows) ?? refuse(commonRefusals.notFound)
}

const ListedPrint = Type.Object({ id: Type.String(), ...PrintRow.properties })

/** The valid ones of some certificates with what is printed, in the order of their ids. */
export async function listPrints(db: Db, ids: readonly string[]): Promise<Static<typeof ListedPrint>[]> {
  const rows = await db`
    select c.id, c.number, c.kind, c.status, c.verify_code, c.holder, c.design
    from unnest(${ids as string[]}::uuid[]) with ordinality i (id, at) join certificates c on c.id = i.id
    where c.status = 'valid' order by i.at`
  return rowsOf(ListedPrint, rows)
}

const CheckRow = Type.Object({
  number: Type.String(),
  kind: CertificateKind,
  status: CertificateStatus,
  holder: HolderRow,
  revokeReason: Nullable(Type.String()),
  /** Verify code of the certificate that replaced it. */
  successor: Nullable(Type.String()),
  checkedAt: Moment,
})
export type CheckRow = Static<typeof CheckRow>

const checkColumns = (db: Db) => db`
  c.number, c.kind, c.status, c.holder, case when c.revoked_by is not null then c.revoke_reason end as revoke_reason,
  (select n.verify_code from certificates n where n.reissue_of = c.id limit 1) as successor, moment() as checked_at`

/** Returns the certificate of a QR code, as anyone may see it, or null. */
export async function findByCode(db: Db, verifyCode: string): Promise<CheckRow | null> {
  return rowOf(
    CheckRow,
    await db`select ${checkColumns(db)} from certificates c where c.verify_code = ${verifyCode}`,
  )
}

/**
 * Returns the certificates with a number and a holder's name as they were typed, newest first: each project has numbers of
 * its own.
 */
export async function listByNumber(db: Db, number: string, name: string): Promise<CheckRow[]> {
  return rowsOf(
    CheckRow,
    await db`
      select ${checkColumns(db)} from certificates c
      where number_key(c.number) = ${nameKey(normalizeCode(number))} and name_key(c.holder->>'realName') = ${nameKey(name)}
      order by c.issued_at desc, c.id desc limit 10`,
  )
}

const FileRow = Type.Object({ ...PrintRow.properties, isOwn: Type.Boolean() })

/** Returns a certificate for its file, if its holder is signed in in the browser of a companion, or null. */
export async function findFile(
  db: Db,
  id: string,
  reader: { who: string; companion: string | null },
): Promise<Static<typeof FileRow> | null> {
  const { who } = reader
  const rows = await db`
    select number, kind, status, verify_code, holder, design, ${isOwnSession(db, reader)} as is_own from certificates c
    where id = ${id} and account_id = ${who} and ${isSignedInHere(db, reader, db`c.project_id`)}`
  return rowOf(FileRow, rows)
}

type FoundSkill = OutputOf<typeof certificateCalls.lookUpSkill>['list'][number]

/**
 * Returns the skill certificates of a project in the name of a person, by the number of one of them or by the ID number
 * in full; none for a person without any, as for one unknown.
 */
export async function lookUpSkill(
  db: Db,
  secrets: Secrets,
  projectId: string,
  { realName, number }: { realName: string; number: string },
): Promise<FoundSkill[]> {
  const card = secrets.blindIndex('card', longIdCard(number.toUpperCase()))
  return db<FoundSkill[]>`
    select c.number, c.holder->>'className' as title, c.holder->>'level' as level, c.status,
      c.holder->>'issuedDate' as issued_date, c.verify_code
    from certificates c
    where c.project_id = ${projectId} and c.kind = 'skill'
      and name_key(c.holder->>'realName') = ${nameKey(realName)}
      and (number_key(c.number) = ${nameKey(normalizeCode(number))}
        or c.account_id in (select account_id from students where card_index = ${card}))
    order by c.issued_at desc, c.id desc limit 20`
}
