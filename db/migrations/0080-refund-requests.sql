-- The same form sent twice is one refund: its key, and the SHA-256 of its request.
alter table refunds add request_key text, add request_hash text,
  add check ((request_key is null) = (request_hash is null)),
  add check (request_key is null or applicant_id is not null);
create unique index refunds_request on refunds (applicant_id, request_key) where request_key is not null;
