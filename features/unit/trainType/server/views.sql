-- Terms that are proposed and not decided yet, each with its unit and class type.
create or replace view waiting_terms as
select p.id as proposal_id, p.project_id, p.subject_id as unit_id, p.part as class_type, t.open, t."priceMode" as price_mode,
  t.rate, t."hourPrice" as hour_price, t."paymentMode" as payment_mode, t."validFrom" as valid_from, t."validTo" as valid_to,
  t."categoryIds" as category_ids
from approvals p cross join jsonb_to_record(p.after->'terms') as t (open boolean, "priceMode" text, rate int,
  "hourPrice" bigint, "paymentMode" text, "validFrom" date, "validTo" date, "categoryIds" uuid[])
where p.kind = 'unitTerms' and p.status = 'proposed';
