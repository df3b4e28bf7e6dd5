-- The server's role and database, in the container of deploy/compose.yaml. The server is no superuser. The superuser
-- signs in only inside the container: docker compose exec --user postgres database psql
\getenv password POSTGRES_PASSWORD
CREATE ROLE waffle LOGIN PASSWORD :'password';
CREATE DATABASE waffle OWNER waffle;
ALTER ROLE postgres PASSWORD NULL;
