import type { MessageKind } from '../../../contract/message.ts'
import { type Bilingual, refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { audit } from '../../../server/audit.ts'
import { CarrierRefused } from '../../../server/channels/carrier.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { type MessageRoute, messageRefusals } from '../contract.ts'
import { type MessageChannel, placesOf } from '../rules.ts'
import type { OfficialAccount, OpenOfficial } from './carriers.ts'
import { getConfig, type MessageConfig } from './data.ts'

interface RouteDraft {
  kind: MessageKind
  channel: MessageChannel
  isEnabled: boolean
  templateId?: string
  slots?: MessageRoute['slots']
}

/** Parameters of a kind that a template can show: an id says nothing to anyone. */
export const shownParams = (kind: MessageKind): { param: string; name: Bilingual }[] =>
  Object.entries<Bilingual>(kind.names).map(([param, name]) => ({ param, name }))

/** The channels that are configured for a project. */
export async function openChannels(
  app: AppContext,
  openOfficial: OpenOfficial,
  projectId: string,
): Promise<{ channels: MessageChannel[]; official: OfficialAccount | null }> {
  const official = await openOfficial(app, app.db, projectId)
  const { sms, mail } = app.channels
  const isOpen = { sms: sms !== null, mail: mail !== null, wechat: official !== null }
  return { channels: (['sms', 'mail', 'wechat'] as const).filter((channel) => isOpen[channel]), official }
}

/** A template as its carrier has it; refuses (422) one that is not there or not approved, (503) without an answer. */
export async function readTemplate(
  app: AppContext,
  openOfficial: OpenOfficial,
  projectId: string,
  { channel, templateId: id }: { channel: 'sms' | 'wechat'; templateId: string },
): Promise<{ text: string; places: string[] }> {
  const carrier = channel === 'sms' ? app.channels.sms : await openOfficial(app, app.db, projectId)
  if (!carrier) refuse(messageRefusals.noChannel, {}, 'channel')
  try {
    const found = await carrier.findTemplate(id)
    if (!found) return refuse(messageRefusals.noTemplate, { id }, 'templateId')
    if (!found.isApproved) refuse(messageRefusals.notApproved, { id }, 'templateId')
    return { text: found.text, places: placesOf(found.text) }
  } catch (error) {
    if (!(error instanceof CarrierRefused)) throw error
    if (error.again) return refuse(messageRefusals.carrierSilent)
    return refuse(messageRefusals.carrierRefused, { reason: error.code }, 'templateId')
  }
}

/** Refuses (422, the place named) what does not fill the places of a template, each with a parameter of the kind. */
function assertFits(kind: MessageKind, places: readonly string[], slots: MessageRoute['slots']): void {
  const known = shownParams(kind).map(({ param }) => param)
  for (const { place, param } of slots) {
    if (!places.includes(place)) refuse(messageRefusals.strangePlace, { place }, `slots.${place}`)
    if (!known.includes(param)) refuse(messageRefusals.wrongParam, { place, param }, `slots.${place}`)
  }
  for (const place of places) {
    const fills = slots.filter((slot) => slot.place === place)
    if (fills.length !== 1) refuse(messageRefusals.emptyPlace, { place }, `slots.${place}`)
  }
}

/**
 * A route as it is to be saved, its template read again from the carrier: refuses (422, the field named) one that does
 * not fit the kind, a channel that is not there, and a code through anything but SMS.
 */
export async function checkRoute(
  app: AppContext,
  openOfficial: OpenOfficial,
  session: ProjectSession,
  { kind, channel, isEnabled, templateId, slots = [] }: RouteDraft,
): Promise<MessageRoute> {
  if (kind.group === 'code' && channel !== 'sms') refuse(messageRefusals.codesBySms, {}, 'channel')
  if (!isEnabled && templateId === undefined)
    return { channel, isEnabled, templateId: null, template: null, slots: [] }
  const { channels } = await openChannels(app, openOfficial, session.projectId)
  if (!channels.includes(channel)) refuse(messageRefusals.noChannel, {}, 'channel')
  if (channel === 'mail') return { channel, isEnabled, templateId: null, template: null, slots: [] }
  if (!templateId) return refuse(messageRefusals.templateNeeded, {}, 'templateId')
  if (channel === 'sms' && !(await getConfig(app.db, session.projectId)).smsSign && !app.channels.sms?.own) {
    refuse(messageRefusals.signNeeded, {}, 'smsSign')
  }
  const { text, places } = await readTemplate(app, openOfficial, session.projectId, { channel, templateId })
  assertFits(kind, places, slots)
  // In the order of the text: one of the carriers fills by order.
  const inOrder = places.map((place) => slots.find((slot) => slot.place === place)!)
  return { channel, isEnabled, templateId, template: text, slots: inOrder }
}

/** Saves how a kind goes through a channel. */
export async function saveRoute(
  tx: Tx,
  session: ProjectSession,
  kind: MessageKind,
  { channel, ...route }: MessageRoute,
): Promise<null> {
  const { projectId } = session
  const [before] = await tx`
    select is_enabled, template_id, slots from message_routes
    where project_id = ${projectId} and kind = ${kind.code} and channel = ${channel} for update`
  await tx`
    insert into message_routes ${tx({
      projectId,
      kind: kind.code,
      channel,
      ...route,
      slots: tx.json(route.slots),
    })}
    on conflict (project_id, kind, channel) do update set is_enabled = excluded.is_enabled,
      template_id = excluded.template_id, template = excluded.template, slots = excluded.slots, updated_at = moment()`
  await audit(tx, {
    by: session,
    action: 'message.saveRoute',
    subjectKind: 'messageKind',
    subjectId: `${kind.code} ${channel}`,
    before: before ?? null,
    after: { isEnabled: route.isEnabled, templateId: route.templateId, slots: route.slots },
  })
  return null
}

/** Sets the sign and the budget of a project's texts. */
export async function saveConfig(tx: Tx, session: ProjectSession, config: MessageConfig): Promise<null> {
  const { projectId } = session
  const [before] = await tx`
    select sms_sign, daily_sms, daily_to_number from message_configs where project_id = ${projectId} for update`
  const { smsSign, dailySms, dailyToNumber } = config
  await tx`
    insert into message_configs ${tx({ projectId, smsSign: smsSign.trim(), dailySms, dailyToNumber })}
    on conflict (project_id) do update set sms_sign = excluded.sms_sign, daily_sms = excluded.daily_sms,
      daily_to_number = excluded.daily_to_number`
  await audit(tx, {
    by: session,
    action: 'message.saveConfig',
    subjectKind: 'project',
    subjectId: projectId,
    before: before ?? null,
    after: { smsSign, dailySms, dailyToNumber },
  })
  return null
}
