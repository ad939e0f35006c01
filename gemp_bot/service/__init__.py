"""What makes of games a service that runs for weeks: control, company, numbers, health.

Import the modules of this room where they are needed.
"""
