-- G45: whose access had ended is let in again by proposal, or on the host by the database's owner. The server's role lets in nobody.
revoke execute on function ledger.reopen_staff(uuid) from clearbook_app;
